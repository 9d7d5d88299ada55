-- Is it good to start a round?
SELECT game, starts, count(*) AS rounds, round(avg(score), 2) AS points
FROM 'tables/rounds.parquet'
WHERE verified AND starts IS NOT NULL
GROUP BY ALL
ORDER BY game, starts DESC;
