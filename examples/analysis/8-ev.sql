-- What would a player have won with average luck in all-in hands, and how sure is that? Where the betting was over with cards to come, ev
-- has what the pots were worth. The interval is 1.96 standard errors to each side: all-in luck is taken out, so it is narrower.
with
    hands as (from 'rows/recorded/hands*.csv'),
    seats as (from 'rows/recorded/seats*.csv'),
    bb as (select player, result / unit as won, ev / unit as ev from seats join hands using (hand))
select
    player,
    count(*) as hands,
    round(100 * avg(won), 1) as bb_per_100,
    round(196 * stddev_samp(won) / sqrt(count(*)), 1) as half,
    round(100 * avg(ev), 1) as ev_bb_per_100,
    round(196 * stddev_samp(ev) / sqrt(count(*)), 1) as ev_half
from bb
group by player
order by player;
