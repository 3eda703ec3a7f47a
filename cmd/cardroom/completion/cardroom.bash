# bash completion for cardroom
_cardroom() {
    local cur line word files=
    COMPREPLY=()
    # Bash splits words at "=" and ":"; take the line apart at blanks only.
    local -a words
    read -r -a words <<<"${COMP_LINE:0:COMP_POINT}"
    [[ ${COMP_LINE:0:COMP_POINT} == *[[:blank:]] ]] && words+=("")
    cur=${words[${#words[@]}-1]}
    while IFS= read -r line; do
        if [[ $line == :files ]]; then
            files=1
            continue
        fi
        word=${line%%$'\t'*}
        # What bash holds for already typed must not be typed again.
        [[ $cur == *[=:]* ]] && word=${word#"${cur%"${cur##*[=:]}"}"}
        COMPREPLY+=("$word")
    done < <("${words[0]}" __complete "${words[@]:1}" 2>/dev/null)
    if [[ -n $files ]]; then
        while IFS= read -r line; do
            COMPREPLY+=("$line")
        done < <(compgen -f -- "${cur##*=}")
        compopt -o filenames 2>/dev/null
    fi
}
complete -F _cardroom cardroom
