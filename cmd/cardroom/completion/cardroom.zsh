#compdef cardroom
# zsh completion for cardroom
_cardroom() {
    local line files=
    local -a found
    while IFS= read -r line; do
        if [[ $line == :files ]]; then
            files=1
        elif [[ $line == *$'\t'* ]]; then
            found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
        else
            found+=("${line//:/\\:}")
        fi
    done < <("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)
    (( $#found )) && _describe 'cardroom' found
    [[ -n $files ]] && _files
}
if [[ $funcstack[1] == _cardroom ]]; then
    _cardroom "$@"
else
    compdef _cardroom cardroom
fi
