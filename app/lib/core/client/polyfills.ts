/**
 * Adds functions that the panel and its libraries call, and that browsers of the last six years may lack. The build
 * converts new syntax, but does not add functions (docs/decisions/0030-light-pages.md).
 */
import 'core-js/stable/array/at';
import 'core-js/stable/array/find-last';
import 'core-js/stable/array/find-last-index';
import 'core-js/stable/object/has-own';
import 'core-js/stable/string/at';
