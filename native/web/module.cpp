// The whole module as one source. The table of kernels is a constant here: what the page doesn't use is left out of the file,
// which becomes a quarter smaller.
#include "kernels.cpp"

// What only checks and passes on is compiled for size.
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)

#include "board/storage.cpp"
#include "web/exchange.cpp"
#include "web/game.cpp"
#include "web/generator.cpp"
#include "web/grid.cpp"
#include "web/handles.cpp"
#include "web/layout.cpp"
#include "web/solver.cpp"

#pragma clang attribute pop

#if defined(HYPERSWEEP_WEB_GAMES)
#include "web/games.cpp"
#endif
