// A whole module as one source file. The table of kernels is constant here, so the linker drops unused kernels, which
// makes the file a quarter smaller. With HYPERSWEEP_WEB_GAME it contains only what games without the solver need.
#include "batch/layouts.hpp"
#include "board/codes.hpp"
#include "board/moves.hpp"
#include "generate/generator.hpp"
#include "play/chooser.hpp"
#include "random/sampling.hpp"
#include "solve/clue_chances.hpp"
#include "solve/estimate.hpp"

// Rarely used code is compiled for size; the solver, which everything uses, isn't.
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#include "play/punishment.hpp"
#include "solve/reasons/reasoner.hpp"
#include "value/board_value.hpp"
#include "value/zini.hpp"
#pragma clang attribute pop

#include "kernels.cpp"

// Code that only checks and forwards arguments is compiled for size.
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)

#include "board/storage.cpp"
#include "web/exchange.cpp"
#include "web/game.cpp"
#include "web/grid.cpp"
#include "web/handles.cpp"
#include "web/layout.cpp"
#if !defined(HYPERSWEEP_WEB_GAME)
#include "web/generator.cpp"
#include "web/reasons.cpp"
#include "web/solver.cpp"
#endif

#pragma clang attribute pop

#if defined(HYPERSWEEP_WEB_GAMES)
#include "web/games.cpp"
#endif
