-- Of annotated matches (scoutcli annotate): what was lost by choices, what won by luck?
WITH deals AS (
  SELECT player, sum(deal_luck) AS luck FROM 'tables/rounds.parquet' GROUP BY player
), draws AS (
  SELECT r.player, sum(m.luck[r.seat]) AS luck
  FROM 'tables/moves.parquet' AS m
  JOIN 'tables/rounds.parquet' AS r USING (file, match, round)
  WHERE m.luck IS NOT NULL
  GROUP BY r.player
), losses AS (
  SELECT player, count(loss) AS judged, sum(loss) AS lost
  FROM 'tables/moves.parquet'
  WHERE player IS NOT NULL
  GROUP BY player
)
SELECT player, judged, round(lost, 2) AS lost,
       round(coalesce(deals.luck, 0) + coalesce(draws.luck, 0), 2) AS luck
FROM losses LEFT JOIN deals USING (player) LEFT JOIN draws USING (player)
WHERE judged > 0
ORDER BY player;
