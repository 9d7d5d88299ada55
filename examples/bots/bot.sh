#!/bin/sh
# A small bot for SCOUT and SKYJO in POSIX shell. README.md says how it plays.
set -f # words with a `?` are no names of files

value() { # of the first card of a text, in $value
    case $1 in
    [TA]*) value=10 ;; B*) value=11 ;; C*) value=12 ;; Z*) value=-1 ;; Y*) value=-2 ;;
    *) value=${1%"${1#?}"} ;;
    esac
}

worth() { # of a move, in $worth
    shown=${1#*:}
    case $1 in
    S*) worth=$((200 + ${#shown})) ;; # a Show: the more cards the better
    *+*) worth=$((100 + ${#shown})) ;; # a Scout & Show likewise, if nothing can be shown
    [LR]*) value "${1#?}"; worth=$value ;; # a Scout: the number that the card will have
    *@*) there=${grid#*"${1#*@}="}; worth=${there%% *} ;; # a card in the place of another one
    *) worth=-9 ;;
    esac
}

choose() { # one of the moves, in $best
    legal=$* most=-99
    for move in "$@"; do # the first of those worth most
        worth "$move"
        if [ "$worth" -gt "$most" ]; then best=$move most=$worth; fi
    done
    case $best in
    T*) value "$top"; if [ "$value" -gt 4 ]; then best=D; fi ;;
    @*) value "$drawn"; if [ "$value" -ge "$most" ]; then turn=${legal#*/}; best=/${turn%% *}; fi ;;
    esac
}

open() { # a place, and the card that lies open there now; the newest stands first
    value "$2"
    grid="$1=$value $grid"
}

while read -r command words; do
    case "$command $words" in
    scoutbot*) printf '%s\n' 'id name small-shell' 'ready scout skyjo' ;;
    match*) you=${words#* you }; you=${you%% *} ;;
    round*\ up\ *) # a hidden card counts 5
        grid='a1=5 b1=5 c1=5 d1=5 a2=5 b2=5 c2=5 d2=5 a3=5 b3=5 c3=5 d3=5 ' top=${words#* up } ;;
    did\ *\ [TD]?[@/]*) # T7@b2:5, D7@b2:5, D7/b2:5, T7@b2:5#b
        move=${words#* }; place=${move#*[@/]}; lies=${move#?} out=${move#*:}
        case $move in */*) lies=${move#*:} out=${move#?} ;; esac
        case $move in *'#'*) top=$lies ;; *) top=$out ;; esac # a column that goes lies on top
        if [ "${words%% *}" = "$you" ]; then open "${place%%:*}" "$lies"; fi ;;
    "did $you O"*) # Oa1:5b2:Z
        both=${words#* O}; first=${both%????} second=${both#????}
        open "${first%:?}" "${first#*:}"; open "${second%:?}" "${second#*:}" ;;
    see*) drawn=$words ;;
    go*) choose ${words#*legal }; echo "play $best" ;; # as many words
    ping*) echo "pong $words" ;;
    quit*) exit ;;
    esac
done
