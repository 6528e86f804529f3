# SPDX-License-Identifier: MIT
# For doxygen: the licence line becomes @file, and the words below it are about the header.
1s|^// SPDX.*|/// @file|
2,/^$/s|^//|///|
