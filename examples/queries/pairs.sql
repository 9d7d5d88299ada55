-- Who comes before whom, and how often?
WITH seats AS (
  SELECT file, match, game, unnest(names) AS player, unnest(places) AS place
  FROM 'tables/matches.parquet'
  WHERE places IS NOT NULL
)
SELECT a.game, a.player, b.player AS other,
       count(*) AS matches,
       count(*) FILTER (a.place < b.place) AS before,
       count(*) FILTER (a.place = b.place) AS level
FROM seats AS a
JOIN seats AS b ON (a.file, a.match) = (b.file, b.match) AND a.player <> b.player
GROUP BY ALL
ORDER BY ALL;
