-- What wins at the showdown? Each hand that was shown, by what it is.
with seats as (from 'rows/evening/seats*.csv')
select
    made,
    count(*) as shown,
    round(100.0 * count(*) / sum(count(*)) over (), 2) as percent,
    round(100.0 * avg((won > 0)::int), 1) as wins_percent,
    round(avg(net), 2) as net
from seats
where shown and made is not null
group by made
order by shown desc;
