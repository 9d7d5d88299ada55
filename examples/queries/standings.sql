-- Who won how often, with how many points a round? Unfinished matches count for nobody.
WITH seats AS (
  SELECT file, match, unnest(names) AS player, generate_subscripts(names, 1) AS seat,
         unnest(places) AS place, winners
  FROM 'tables/matches.parquet'
  WHERE status = 'finished' AND places IS NOT NULL
)
SELECT r.game,
       s.player,
       count(DISTINCT (s.file, s.match)) AS matches,
       count(DISTINCT (s.file, s.match)) FILTER (place = 1 AND len(winners) = 1) AS won,
       count(DISTINCT (s.file, s.match)) FILTER (place = 1 AND len(winners) > 1) AS shared,
       sum(r.score)::INTEGER AS points,
       round(avg(r.score), 2) AS a_round
FROM seats AS s
JOIN 'tables/rounds.parquet' AS r USING (file, match, seat)
GROUP BY ALL
ORDER BY r.game, won DESC, shared DESC, s.player;
