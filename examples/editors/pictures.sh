#!/bin/sh
# Makes the pictures of this folder anew: Neovim with the language server, and the debugger, each in a terminal of tmux.
# Needs cardroom on the PATH, tmux, nvim and python3. Run it anywhere.
set -e
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'tmux -L pictures kill-server 2>/dev/null; rm -rf "$work"' EXIT
cd "$work"
cp "$here/../kuhn.star" "$here/../crazy-pineapple.star" .

# session COMMAND: a terminal of 100 columns and 26 lines that runs it
session() {
    tmux -L pictures -f /dev/null new-session -d -x 100 -y 26 "$1"
    tmux -L pictures set -g status off
    sleep 4
}
keys() { tmux -L pictures send-keys "$@"; sleep 2; }
picture() { tmux -L pictures capture-pane -e -p | python3 "$here/picture.py" >"$here/$1.svg"; }
end() { tmux -L pictures kill-server; sleep 1; }

export TERM=xterm-256color
session "nvim -n -u $here/neovim.lua crazy-pineapple.star"
keys 'G' 'o' 'first = dael(3)' Escape
picture fault
keys 'u'
keys '/deal(' Enter 'K'
picture explanation
keys Escape 'Go' 'first = bet(ti' C-x C-o
picture completion
end

session "cardroom run angies/lowball --seed 7 --seats 4 --hand 12 --debug"
for line in 'break _checked_sevens' 'continue' 'print _checked(hand)'; do
    keys "$line" Enter
done
picture debugger
end
