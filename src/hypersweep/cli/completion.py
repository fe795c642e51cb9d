"""``hypersweep completion SHELL``: print a script that completes commands and options in bash, zsh or fish.

Generating the scripts imports all commands, which would slow down the start of a shell. So the scripts are stored in
``completions/``; after changing a command's arguments, run ``python -m hypersweep.cli.completion`` to update them.
"""

from __future__ import annotations

import os
from shlex import quote
from typing import TYPE_CHECKING

from hypersweep.cli_support.command_parser import FOLDERS, CommandParser, Values, chosen_name, run_command
from hypersweep.errors import ParameterError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hypersweep.cli.help import Argument, Usage
    from hypersweep.cli_support.output import Output

SHELLS = ("bash", "zsh", "fish")

FOLDER = os.path.join(os.path.dirname(__file__), "completions")
"""Folder with the scripts, each named after its shell."""

# Options for ``hypersweep`` itself; as a first word, any other option is for "play".
_OWN = (("--help", "list the commands"), ("--version", "show the version"))

# Arguments and filter for the command that lists the names of games that can be resumed.
_SAVED = "resume --list 2>/dev/null | awk '$1 ~ /^[0-9]+$/ && !/being played/ { print $NF }'"

_EPILOG = """\
For this session:
  bash   source <(hypersweep completion bash)
  zsh    source <(hypersweep completion zsh)      after compinit
  fish   hypersweep completion fish | source

Permanently:
  bash   hypersweep completion bash > \\
             ~/.local/share/bash-completion/completions/hypersweep
  zsh    hypersweep completion zsh > "${fpath[1]}/_hypersweep"
  fish   hypersweep completion fish > ~/.config/fish/completions/hypersweep.fish
"""


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    parser = CommandParser(
        "hypersweep completion", "Print a script that completes commands and options in a shell.", _EPILOG
    )
    parser.add_argument("shell", nargs="?", metavar="SHELL", words=SHELLS, help=f"{', '.join(SHELLS[:-1])} or fish")
    parser.add_argument("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run the command, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep completion``.

    >>> main(["fish"])  # doctest: +ELLIPSIS
    # Completions of hypersweep for fish, from 'hypersweep completion fish'.
    ...
    0
    """
    return run_command("hypersweep completion", argv, _run)


def _run(argv: Sequence[str], output: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "shell")
    if options.help:
        return output.print(parser.format_help())
    if options.shell is None:
        raise ParameterError(f"no shell given: expected one of {', '.join(SHELLS)}")
    shell = chosen_name(options.shell, "one of the shells", SHELLS)
    with open(os.path.join(FOLDER, shell), encoding="ascii") as file:
        return output.print(file.read())


_BASH = """\
# Completions of hypersweep for bash, from 'hypersweep completion bash'.
_hypersweep() {
    local IFS=$' \\t\\n' current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
    local command="${COMP_WORDS[1]}" words="" options="" files="" saved=""
    COMPREPLY=()
    # '--rules=esp' is three words to bash.
    if [[ $current == "=" ]]; then
        current=""
    elif [[ $before == "=" ]]; then
        before="${COMP_WORDS[COMP_CWORD-2]}"
    fi
    if [[ $COMP_CWORD -eq 1 ]]; then
        command=""
    else
        case $command in
            @NAMES@) ;;
            *) command="play" ;;
        esac
    fi
    if [[ $COMP_CWORD -gt 2 ]]; then
        case "$command ${COMP_WORDS[2]}" in
            @DEEP@) command+=" ${COMP_WORDS[2]}" ;;
        esac
    fi
    case "${command:-play} $before" in
@VALUES@
        *)
            case $command in
@COMMANDS@
            esac
            ;;
    esac
    [[ $current == -* ]] && words=$options && files="" && saved=""
    [[ -n $saved ]] && words=$(echo $("${COMP_WORDS[0]}" @SAVED@))
    IFS=$'\\n'
    COMPREPLY=($(IFS=' '; compgen -W "$words" -- "$current"))
    if [[ -n $files ]]; then
        compopt -o filenames 2>/dev/null
        # Files before folders, if this bash has the option not to sort.
        compopt -o nosort 2>/dev/null
        if [[ $files != / ]]; then
            local pattern patterns
            IFS=' ' read -r -a patterns <<<"$files"
            for pattern in "${patterns[@]}"; do
                COMPREPLY+=($(compgen -f -X "!$pattern" -- "$current"))
            done
        fi
        COMPREPLY+=($(compgen -d -- "$current"))
    fi
}
complete -F _hypersweep hypersweep
"""

_ZSH = """\
#compdef hypersweep
# Completions of hypersweep for zsh, from 'hypersweep completion zsh'.

@FUNCTIONS@

_hypersweep() {
    if (( CURRENT == 2 )); then
        local -a commands boards options
        commands=(
@NAMES@
        )
        boards=(@BOARDS@)
        options=(
@OPTIONS@
        )
        if [[ $PREFIX == -* ]]; then
            _describe -o option options
        else
            _describe -t commands command commands
            compadd -X board -a boards
        fi
        return
    fi
    local command=play
    case $words[2] in
        @CASES@)
            command=$words[2]
            shift words
            (( CURRENT-- ))
            ;;
    esac
    case "$command $words[2]" in
        @DEEP@)
            if (( CURRENT > 2 )); then
                command+="_$words[2]"
                shift words
                (( CURRENT-- ))
            fi
            ;;
    esac
    _hypersweep_$command
}

if [[ ${funcstack[1]} == _hypersweep ]]; then
    _hypersweep "$@"
else
    compdef _hypersweep hypersweep
fi
"""

_FISH = """\
# Completions of hypersweep for fish, from 'hypersweep completion fish'.
function __hypersweep_at
    set -l words (commandline -opc)
    set -e words[1]
    switch "$words[1..2]"
        case @DEEP@
            test "$argv" = "$words[1..2]"
            return
    end
    switch "$words[1]"
        case @NAMES@
            test "$argv" = "$words[1]"
        case ''
            test "$argv" = play -o "$argv" = ''
        case '*'
            test "$argv" = play
    end
end

complete -c hypersweep -f
"""


def bash_script(usages: Sequence[Usage]) -> str:
    """Return the bash completion script.

    Args:
        usages: the commands to complete.
    """
    from hypersweep.boards import BOARD_NAMES

    values, commands = [], []
    for usage in usages:
        name = " ".join(usage.words)
        for option in usage.options:
            if option.needs_value and option.metavar:
                pattern = "|".join(quote(f"{name} {word}") for word in option.names)
                values.append(f"        {pattern}) {_bash_sets(option.values)} ;;")
        options = " ".join(word for option in usage.options for word in option.names)
        commands.append(
            f"                {quote(name)}) options={quote(options)}; {_bash_sets(_operand_values(usage))} ;;"
        )
    first = next(usage for usage in usages if usage.words == ("play",))
    own = [*(name for name, _ in _OWN), *(word for option in first.options for word in option.names)]
    options = " ".join(dict.fromkeys(own))
    words = " ".join([*_names(usages), *BOARD_NAMES])
    commands.append(f"                '') options={quote(options)}; words={quote(words)} ;;")
    return _filled(
        _BASH,
        NAMES="|".join(_names(usages)),
        DEEP="|".join(quote(" ".join(usage.words)) for usage in usages if len(usage.words) > 1),
        VALUES="\n".join(values),
        COMMANDS="\n".join(commands),
        SAVED=_SAVED,
    )


def zsh_script(usages: Sequence[Usage]) -> str:
    """Return the zsh completion script.

    Args:
        usages: the commands to complete.
    """
    from hypersweep.boards import BOARD_NAMES

    functions = []
    for usage in usages:
        name = "_".join(usage.words)
        specs = [_zsh_option(name, option) for option in usage.options]
        specs += [_zsh_operand(name, operand) for operand in usage.operands]
        if usage.commands:
            specs.append(quote(f"1:command:({' '.join(command for command, _ in usage.commands)})"))
        functions += [
            f"_hypersweep_{name}_{_letters(argument.metavar)}() {{\n"
            f"    compadd -- {_zsh_words(argument.values)}\n"
            f"    {_zsh_files(argument.values.files)}\n}}"
            for argument in usage.arguments
            if _has_both(argument.values)
        ]
        arguments = " \\\n        ".join(["_arguments", *specs])
        functions.append(f"_hypersweep_{name}() {{\n    {arguments}\n}}")
    first = next(usage for usage in usages if usage.words == ("play",))
    own = [*_OWN, *((option.names[-1], option.text) for option in first.options if option.names[-1] != "--help")]
    return _filled(
        _ZSH,
        FUNCTIONS="\n\n".join(functions),
        NAMES="\n".join(
            f"            {quote(f'{usage.words[0]}:{usage.about}')}" for usage in usages if len(usage.words) == 1
        ),
        BOARDS=" ".join(BOARD_NAMES),
        OPTIONS="\n".join(f"            {quote(f'{name}:{text}')}" for name, text in own),
        CASES="|".join(_names(usages)),
        DEEP="|".join(quote(" ".join(usage.words)) for usage in usages if len(usage.words) > 1),
    )


def fish_script(usages: Sequence[Usage]) -> str:
    """Return the fish completion script.

    Args:
        usages: the commands to complete.
    """
    lines = []
    for name, text in _OWN:
        lines.append(f"complete -c hypersweep -n '__hypersweep_at \"\"' -l {name[2:]} -d {_fish(text)}")
    lines += [
        f"complete -c hypersweep -n '__hypersweep_at \"\"' -a {usage.words[0]} -d {_fish(usage.about)}"
        for usage in usages
        if len(usage.words) == 1
    ]
    for usage in usages:
        begin = f"complete -c hypersweep -n '__hypersweep_at {' '.join(usage.words)}'"
        for command, text in usage.commands:
            lines.append(f"{begin} -a {command} -d {_fish(text)}")
        for option in usage.options:
            names = " ".join(f"-l {word[2:]}" if word.startswith("--") else f"-s {word[1:]}" for word in option.names)
            value = " -x" if option.metavar and option.needs_value else ""
            lines.append(f"{begin} {names}{value}{_fish_values(option.values)} -d {_fish(option.text)}")
        lines += [begin + values for operand in usage.operands if (values := _fish_values(operand.values))]
    return _filled(
        _FISH,
        NAMES=" ".join(_names(usages)),
        DEEP=" ".join(_fish(" ".join(usage.words)) for usage in usages if len(usage.words) > 1),
    ) + "\n".join([*lines, ""])


def scripts() -> dict[str, str]:
    """Generate the completion scripts for all commands. Returns: the scripts, by shell name."""
    from hypersweep.cli.help import Usage, find_usages

    usages = find_usages()
    # After 'hypersweep help lab', complete the subcommands of "lab"; after a command without subcommands, nothing.
    helps = [
        Usage(("help", usage.words[0]), usage.about, "", "", (), usage.commands, False)
        for usage in usages
        if len(usage.words) == 1
    ]
    makers = {"bash": bash_script, "zsh": zsh_script, "fish": fish_script}
    return {shell: make([*usages, *helps]) for shell, make in makers.items()}


def _names(usages: Iterable[Usage]) -> list[str]:
    return [usage.words[0] for usage in usages if len(usage.words) == 1]


def _filled(text: str, **parts: str) -> str:
    for name, part in parts.items():
        text = text.replace(f"@{name}@", part)
    return text


def _operand_values(usage: Usage) -> Values:
    if usage.commands:
        return Values(tuple(name for name, _ in usage.commands))
    return usage.operands[0].values if usage.operands else Values()


def _bash_sets(values: Values) -> str:
    return f"words={quote(' '.join(values.words))} files={quote(values.files)}" + " saved=1" * values.has_saved


def _has_both(values: Values) -> bool:
    """Return whether a value can be either a word or a file; zsh then needs a separate function."""
    return bool((values.words or values.has_saved) and values.files)


def _zsh_words(values: Values) -> str:
    return " ".join(values.words) + f'${{(f)"$(hypersweep {_SAVED})"}}' * values.has_saved


def _letters(metavar: str) -> str:
    return "".join(letter for letter in metavar.lower() if letter.isalnum())


def _zsh_files(files: str) -> str:
    return "_files -/" if files == FOLDERS else "_files" if files == "*" else f"_files -g {quote(files)}"


def _zsh_action(name: str, argument: Argument) -> str:
    words, files, _ = argument.values
    if _has_both(argument.values):
        return f"_hypersweep_{name}_{_letters(argument.metavar)}"
    if words:
        return f"({' '.join(words)})"
    return _zsh_files(files) if files else " "


def _zsh_text(text: str) -> str:
    for sign in "\\[]:":
        text = text.replace(sign, f"\\{sign}")
    return text


def _zsh_option(name: str, option: Argument) -> str:
    text = f"[{_zsh_text(option.text)}]"
    value = ""
    if option.metavar:
        # An option with several values needs a part for each.
        value = "".join(
            f"{':' if option.needs_value else '::'}{metavar}:{_zsh_action(name, option)}"
            for metavar in option.metavar.split()
        )
    *others, last = option.names
    is_equal = "=" if value and option.needs_value and " " not in option.metavar else ""
    if not others:
        return quote(f"{last}{is_equal}{text}{value}")
    names = ",".join(f"{word}{is_equal if word.startswith('--') else ''}" for word in option.names)
    either = f"({' '.join(option.names)})"
    return f"{quote(either)}{{{names}}}{quote(text + value)}"


def _zsh_operand(name: str, operand: Argument) -> str:
    what = _zsh_text(operand.metavar)
    place = "*" if operand.is_many else ("" if operand.needs_value else ":")
    return quote(f"{place}:{what}:{_zsh_action(name, operand)}")


def _fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _fish_values(values: Values) -> str:
    parts = [" ".join(values.words)] if values.words else []
    if values.has_saved:
        parts.append(f"(hypersweep {_SAVED})")
    if values.files == FOLDERS:
        parts.append("(__fish_complete_directories)")
    elif values.files == "*":
        parts.append("(__fish_complete_path)")
    elif values.files:
        parts += [f"(__fish_complete_suffix {pattern[1:]})" for pattern in values.files.split()]
    return f" -a {_fish(' '.join(parts))}" if parts else ""


if __name__ == "__main__":
    os.makedirs(FOLDER, exist_ok=True)
    for _shell, _script in scripts().items():
        with open(os.path.join(FOLDER, _shell), "w", encoding="ascii") as _file:
            _file.write(_script)
