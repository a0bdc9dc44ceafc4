// Package authority certifies the board's own pages, so that phones in the house can open
// them by https: browsers keep the screen on and install apps only there. Its one idea: who
// trusts the authority once trusts the board by every name it has at home, and the authority
// can vouch for nothing outside the house. It knows nothing of pages and games.
package authority
