-- Who pays what the house takes? Three answers, by position: an equal share of each hand that one is dealt in, a share by
-- the chips one put in, and all of it by those who win the pot (where the house takes the whole pot, by those who put
-- it in).
with
    hands as (from 'rows/evening/hands*.csv'),
    seats as (from 'rows/evening/seats*.csv'),
    shares as (
        select
            s.position,
            h.collected / count(*) over hand as dealt,
            h.collected * s.put_in / sum(s.put_in) over hand as put_in,
            h.collected * coalesce(s.won / nullif(sum(s.won) over hand, 0), s.put_in / sum(s.put_in) over hand) as won
        from seats s join hands h using (hand)
        window hand as (partition by s.hand)
    )
select
    position,
    count(*) as dealt_in,
    round(avg(dealt), 3) as if_all_share,
    round(avg(put_in), 3) as by_chips_put_in,
    round(avg(won), 3) as if_the_winner_pays
from shares
group by position
order by position;
