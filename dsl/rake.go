package dsl

import (
	"slices"
	"strconv"
	"strings"

	"cardroom/dsl/star"
	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// A rake: a share of the pots with a maximum, depending on the stakes.

const rakeDoc = "a part of the pots such as \"4.5%\" or \"0.01 per 0.20\", or a pair of that part and a maximum in dollars, which may be a dict by the number of players as in `fee`; " +
	"or a dict by the stakes: from the largest big blind to one of these; the last one is also for larger blinds"

// rakedPots are the values of the parameter pots, as [plan.RakedPots] counts them.
var rakedPots = []string{plan.MainFirst: "main first", plan.SideFirst: "side first", plan.InProportion: "in proportion"}

// rakeOf reads a rake.
func rakeOf(c *star.Call, col *plan.CollectStep) (starlark.Value, error) {
	if c.Has("fee") || col.From != plan.FromPot {
		return nil, c.Errorf("rake", "a rake comes out of the pot: leave out `fee` and `payer`, or take the fee with another collect()")
	}
	r := &plan.Rake{
		Unit: amount(c, "unit"), HalfToEven: c.String("rounding") == "half to even",
		From: plan.RakedPots(slices.Index(rakedPots, c.String("pots"))),
	}
	if r.Unit == 0 {
		return nil, c.Errorf("unit", "got %s, want the unit of rounding in dollars, at least \"0.01\"", c.Value("unit"))
	}
	var err error
	if r.Rows, err = rakeRows(c, "rake"); err != nil {
		return nil, err
	}
	if c.Has("fixed_limit") {
		if r.Fixed, err = rakeRows(c, "fixed_limit"); err != nil {
			return nil, err
		}
	}
	col.Rake = r
	return wrapStep(c, plan.Collects(col))
}

// rakeRows reads a rake for all stakes, or a dict from stakes to rakes.
func rakeRows(c *star.Call, param string) (rows []plan.RakeRow, err error) {
	by, ok := c.Value(param).(*starlark.Dict)
	if !ok {
		row, err := rakeRow(c, param, c.Value(param))
		return []plan.RakeRow{row}, err
	}
	for _, item := range by.Items() {
		blind, err := money(c, param, item[0])
		if err != nil {
			return nil, err
		}
		if n := len(rows); n > 0 && rows[n-1].Blind >= blind {
			return nil, c.Errorf(param, "list the big blinds in ascending order: %s comes after %s", item[0], plan.Money(rows[n-1].Blind, plan.Cents))
		}
		row, err := rakeRow(c, param, item[1])
		if err != nil {
			return nil, err
		}
		row.Blind = blind
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return nil, c.Errorf(param, "no stakes: want a dict such as {1: (\"5%%\", 3)}")
	}
	return rows, nil
}

// rakeRow parses "5%", ("5%", 3) and ("0.01 per 0.20", {2: 1, 10: 3}).
func rakeRow(c *star.Call, param string, v starlark.Value) (row plan.RakeRow, err error) {
	if pair, ok := v.(starlark.Tuple); ok {
		if len(pair) != 2 {
			return row, c.Errorf(param, "got %s, want a part of the pot and a maximum in dollars, such as (\"5%%\", 3)", v)
		}
		if most, ok := pair[1].(*starlark.Dict); ok {
			if row.Caps, err = feeRates(c, param, most); err == nil && len(row.Caps) == 0 {
				err = c.Errorf(param, "no amounts: leave the maximum out, or list it as in {2: 1, 10: 3}")
			}
		} else {
			var amount int64
			amount, err = money(c, param, pair[1])
			row.Caps = []plan.Rate{{Players: 1 << 30, Amount: amount}}
		}
		if err != nil {
			return row, err
		}
		v = pair[0]
	}
	text, ok := starlark.AsString(v)
	if amount, per, steps := strings.Cut(text, " per "); steps {
		// "0.01 per 0.20"
		var err1, err2 error
		row.Part, err1 = plan.ParseMoney(amount)
		row.Per, err2 = plan.ParseMoney(per)
		if err1 != nil || err2 != nil || row.Part == 0 || row.Part > row.Per {
			return row, c.Errorf(param, "got %s, want dollars for each full amount in the pot, such as \"0.01 per 0.20\"", strconv.Quote(amount+" per "+per))
		}
		return row, nil
	}
	digits, percent := strings.CutSuffix(text, "%")
	if !ok || !percent {
		return row, c.Errorf(param, "got %s, want a part of the pot such as \"5%%\" or \"0.01 per 0.20\", alone or with a maximum in dollars, as in (\"5%%\", 3)", v)
	}
	row.Part, err = plan.ParseMoney(strings.TrimSpace(digits)) // hundredths of a percent
	if err != nil || row.Part == 0 || row.Part > plan.Whole {
		return row, c.Errorf(param, "got %s, want more than 0%% and at most 100%%, with two decimals", strconv.Quote(text))
	}
	return row, nil
}
