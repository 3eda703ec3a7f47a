-- How did each sitting go? A pause of half an hour between two hands of a player begins a new one.
with
    hands as (from 'rows/recorded/hands*.csv'),
    seats as (from 'rows/recorded/seats*.csv'),
    gaps as (
        select player, time_utc, result / unit as bb,
            coalesce(time_utc - lag(time_utc) over (partition by player order by time_utc, hand) > interval 30 minutes, true) as starts
        from seats join hands using (hand)
    ),
    sittings as (select *, sum(starts::int) over (partition by player order by time_utc rows unbounded preceding) as sitting from gaps)
select
    player,
    sitting,
    count(*) as hands,
    strftime(min(time_utc), '%Y-%m-%d %H:%M') as began,
    date_diff('minute', min(time_utc), max(time_utc)) as minutes,
    round(sum(bb), 1) as won_bb
from sittings
group by player, sitting
order by player, sitting;
