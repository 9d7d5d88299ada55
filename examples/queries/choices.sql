-- SCOUT: is a hand better kept (K) or flipped (F)?
SELECT m.text AS choice, count(*) AS hands, round(avg(r.score), 2) AS points
FROM 'tables/moves.parquet' AS m
JOIN 'tables/rounds.parquet' AS r USING (file, match, round, seat)
WHERE m.kind = 'choice' AND r.game = 'scout' AND r.verified
GROUP BY ALL
ORDER BY choice;
