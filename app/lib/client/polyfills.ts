/**
 * Adds functions that the panel and its libraries call and browsers of the last six years may lack; the build brings
 * the syntax down, not these (docs/decisions/0115-polyfills.md).
 */
import 'core-js/stable/array/at';
import 'core-js/stable/array/find-last';
import 'core-js/stable/array/find-last-index';
import 'core-js/stable/object/has-own';
import 'core-js/stable/string/at';
