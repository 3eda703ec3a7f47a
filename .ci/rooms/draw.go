package main

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

// graph has the packages in a folder and their imports, or the files of a package and which uses names of which.
type graph struct {
	folder string
	nodes  []string // from the top to the bottom
	alone  []string // have no arrows
	lines  map[string]int
	arrows map[string]map[string]int
}

// graph returns the graph of a folder. A package without others below it is drawn by its files.
func (c *code) graph(folder string, files bool) *graph {
	g := &graph{folder: folder, lines: map[string]int{}, arrows: c.imports}
	for _, pkg := range keys(c.files) {
		if pkg == folder || folder == "." || strings.HasPrefix(pkg, folder+"/") {
			g.nodes = append(g.nodes, pkg)
			for _, n := range c.files[pkg] {
				g.lines[pkg] += n
			}
		}
	}
	if files || len(g.nodes) == 1 && g.nodes[0] == folder {
		g.nodes, g.lines, g.arrows = keys(c.files[folder]), c.files[folder], map[string]map[string]int{}
		for _, n := range g.nodes {
			g.arrows[n] = map[string]int{}
		}
		for _, u := range c.uses {
			if d := c.decls[u.name]; d != nil && d.pkg == folder && d.at.file != u.at.file && g.arrows[u.at.file] != nil {
				g.arrows[u.at.file][d.at.file]++
			}
		}
	}
	linked := map[string]bool{}
	for _, n := range g.nodes {
		for _, to := range g.nodes {
			if g.arrows[n][to] > 0 {
				linked[n], linked[to] = true, true
			}
		}
	}
	for _, n := range g.nodes {
		if !linked[n] {
			g.alone = append(g.alone, g.short(n))
		}
	}
	g.nodes = keys(linked)
	g.sort()
	return g
}

func (g *graph) short(n string) string {
	return strings.TrimSuffix(strings.TrimPrefix(n, either(n == g.folder, path.Dir(n), g.folder)+"/"), ".go")
}

// sort orders the nodes so that few arrows climb: to the bottom goes what uses nothing that is left, or else to the top what nothing
// that is left uses, or else what uses most and is used least.
func (g *graph) sort() {
	rest, top, bottom := slices.Clone(g.nodes), []string{}, []string{}
	for len(rest) > 0 {
		next, most := 0, -len(g.nodes)
		for i, n := range rest {
			uses, used := 0, 0
			for _, other := range rest {
				uses += count(g.arrows[n][other] > 0)
				used += count(g.arrows[other][n] > 0)
			}
			rank := uses - used + count(used == 0)*len(g.nodes) + count(uses == 0)*3*len(g.nodes)
			if rank > most {
				next, most = i, rank
			}
		}
		if most > 2*len(g.nodes) {
			bottom = append(bottom, rest[next])
		} else {
			top = append(top, rest[next])
		}
		rest = slices.Delete(rest, next, next+1)
	}
	slices.Reverse(bottom)
	g.nodes = append(top, bottom...)
}

// split returns the arrows that go down, without those that follow from others unless all are asked for, and those that climb.
func (g *graph) split(all bool) (down map[string][]string, climbing [][2]string, total int) {
	down = map[string][]string{}
	below := map[string]map[string]bool{} // what a node can reach
	for i, n := range slices.Backward(g.nodes) {
		below[n] = map[string]bool{}
		for j, to := range g.nodes { // the nearest first
			if g.arrows[n][to] == 0 {
				continue
			}
			total++
			if j < i {
				climbing = append(climbing, [2]string{n, to})
				continue
			}
			if all || !below[n][to] {
				down[n] = append(down[n], to)
			}
			below[n][to] = true
			for far := range below[to] {
				below[n][far] = true
			}
		}
	}
	return down, climbing, total
}

// spot is the box of a node, or a point where an arrow passes a layer.
type spot struct {
	name     string
	layer    int
	x, width float64 // the middle, and with the gap to the next
	up, down []*spot
}

// layers stacks the nodes: each above all that it uses, and no layer much wider than others.
func (g *graph) layers(down map[string][]string) (layers [][]*spot, boxes map[string]*spot) {
	boxes = map[string]*spot{}
	widths := make([]float64, len(g.nodes))
	for _, n := range slices.Backward(g.nodes) {
		s := &spot{name: n, width: 6.6*float64(max(5, len(g.short(n)))) + 24}
		for _, to := range down[n] {
			s.layer = max(s.layer, boxes[to].layer+1)
		}
		for widths[s.layer] > 0 && widths[s.layer]+s.width > 900 {
			s.layer++
		}
		if s.layer == len(layers) {
			layers = append(layers, nil)
		}
		s.x = widths[s.layer]
		widths[s.layer] += s.width
		layers[s.layer] = append(layers[s.layer], s)
		boxes[n] = s
	}
	for _, n := range g.nodes {
		for _, to := range down[n] {
			for from := boxes[n]; from.name != to; {
				next := boxes[to]
				if l := from.layer - 1; l > next.layer {
					next = &spot{layer: l, width: 12}
					layers[l] = append(layers[l], next)
				}
				from.down, next.up = append(from.down, next), append(next.up, from)
				from = next
			}
		}
	}
	return layers, boxes
}

// arrange moves each spot between those above it that it is joined to, then those below it, and so on, and returns both edges.
func arrange(layers [][]*spot) (left, right float64) {
	for round := range 41 {
		for i, layer := range layers {
			if round%2 == 0 {
				layer = layers[len(layers)-1-i]
			}
			shift := 0.0
			for _, s := range layer {
				near, x := s.down, 0.0
				if round%2 == 0 {
					near = s.up
				}
				for _, other := range near {
					x += other.x / float64(len(near))
				}
				if len(near) > 0 {
					s.x = x
				}
				shift += s.x / float64(len(layer))
			}
			slices.SortStableFunc(layer, func(a, b *spot) int { return cmp.Compare(a.x, b.x) })
			for j, s := range layer {
				if j > 0 {
					s.x = max(s.x, layer[j-1].x+(layer[j-1].width+s.width)/2)
				}
				shift -= s.x / float64(len(layer))
			}
			for _, s := range layer {
				s.x += shift
			}
		}
	}
	left, right = layers[0][0].x, layers[0][0].x+800
	for _, layer := range layers {
		for _, s := range layer {
			left, right = min(left, s.x-s.width/2), max(right, s.x+s.width/2)
		}
	}
	return left, right
}

// draw writes the drawing as SVG.
func (g *graph) draw(w io.Writer, all bool) {
	const high, step = 32.0, 86.0
	down, climbing, total := g.split(all)
	layers, boxes := g.layers(down)
	left, right := arrange(layers)
	y := func(s *spot) float64 { return 40 + step*float64(len(layers)-1-s.layer) }
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" viewBox="%.0f 0 %.0f %.0f" font-family="monospace" font-size="11">
<style>path { fill: none; stroke: #668; stroke-opacity: .6 } .climbs { stroke: #c22 } rect { fill: #eef3fb; stroke: #446 }</style>
<rect x="%.0f" width="100%%" height="100%%" style="fill: white"/>
<text x="%.0f" y="16">%s: %d with their lines, %d arrows, %d of them climb (red)%s</text>
<text x="%.0f" y="30">without arrows: %s</text>
`, min(1200, right-left), left, right-left, 40+step*float64(len(layers)), left,
		left+8, g.folder, len(g.nodes)+len(g.alone), total, len(climbing), either(all, "", "; those that follow from others are not drawn"),
		left+8, cmp.Or(strings.Join(g.alone, ", "), "none"))
	for _, layer := range layers {
		for _, s := range layer {
			for _, to := range s.down {
				from, end := y(s)+high, y(to)
				fmt.Fprintf(w, `<path d="M%.1f,%.1f V%.1f C%.1f,%.1f %.1f,%.1f %.1f,%.1f"/>`+"\n", s.x, y(s), from, s.x, (from+end)/2, to.x, (from+end)/2, to.x, end)
			}
		}
	}
	for _, arrow := range climbing { // from the top of a box to the bottom of the other
		from, to := boxes[arrow[0]], boxes[arrow[1]]
		fmt.Fprintf(w, `<path class="climbs" d="M%.1f,%.1f Q%.1f,%.1f %.1f,%.1f"/><circle cx="%.1f" cy="%.1f" r="2.5" fill="#c22"/>`+"\n",
			from.x, y(from), (from.x+to.x)/2+30, (y(from)+y(to))/2, to.x, y(to)+high, to.x, y(to)+high)
	}
	for _, n := range g.nodes {
		s := boxes[n]
		fmt.Fprintf(w, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.0f" rx="3"/><text x="%.1f" y="%.1f" text-anchor="middle">%s<tspan x="%.1f" dy="12" font-size="9">%d</tspan></text>`+"\n",
			s.x-s.width/2+6, y(s), s.width-12, high, s.x, y(s)+14, g.short(n), s.x, g.lines[n])
	}
	fmt.Fprintln(w, "</svg>")
}
