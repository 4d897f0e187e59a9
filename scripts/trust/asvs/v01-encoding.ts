import { met, notApplicable } from '../declare';
import type { Group } from '../requirement';

const DANGEROUS = 'tests/unit/dangerous-functions.test.ts';

export const encoding: Group = {
  title: '1 Encoding and sanitization',
  requirements: {
    '1.1.1': met(
      'Input is decoded once, before it is checked.',
      'The web platform’s parsers and one form reader decode requests; schemas check the result.',
      {
        tests: [
          'tests/unit/grammar.test.ts › reads what it writes, for any query',
          'tests/unit/form-reader/packed-rows.test.ts › are read as the fields of their rows, whatever the values are',
        ],
      },
    ),
    '1.1.2': met(
      'Output is escaped last, by what interprets it or just before.',
      'React escapes pages, the SQL driver binds values, and the CSV writer quotes cells.',
      {
        tests: [
          'tests/routes/never.test.ts › ASVS 1.2.1: its values stay text in %s',
          'tests/unit/export-files.test.ts › has names of variables, ISO dates and codes, one line for each row, and no formulas',
        ],
      },
    ),
    '1.2.1': met(
      'Values are escaped for the place in which they are shown: HTML, attributes, styles, headers.',
      'React escapes; a colour is used as a style only if it matches a pattern.',
      {
        tests: [
          'tests/unit/values.test.ts › that is not valid (%s) gives no tint',
          'tests/routes/never.test.ts › ASVS 1.2.1: its values stay text in %s',
          'tests/routes/never.test.ts › ASVS 1.2.1: its values stay text in forms, messages and toasts',
          'tests/routes/never.test.ts › ASVS 1.2.1: what is typed stays text when it comes back and when it is stored',
        ],
        mutation: {
          file: 'app/lib/list/format.ts',
          before: '  if (!hex) return undefined;',
          after: "  if (!hex) return { background: code, text: '#000000' };",
        },
      },
    ),
    '1.2.2': met(
      'Values in addresses are encoded, and links may use safe schemes only.',
      'Links of records lead to http and https, and all others to paths that the panel makes.',
      {
        tests: [
          'tests/unit/cloud/documents.test.ts › does not exist for %j',
          'tests/routes/never.test.ts › ASVS 1.2.2: makes no link of an address that runs script',
        ],
        mutation: {
          file: 'app/lib/entities/safe-link.ts',
          before:
            "return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;",
          after: 'return url.href;',
        },
      },
    ),
    '1.2.3': met(
      'Values in scripts and in JSON cannot change its structure.',
      'The framework writes the data of a page as escaped JSON.',
      {
        tests: [
          'tests/routes/pages.test.ts › contains every character as it was saved, in its text and in its data',
        ],
      },
    ),
    '1.2.4': met(
      'Database queries cannot be changed by the values in them.',
      'Kysely binds every value; the names of columns come from declarations.',
      {
        tests: [
          'tests/integration/backend/lists.test.ts › ASVS 1.2.4: takes SQL in a value as text, in every kind of filter',
          'tests/integration/backend/lists.test.ts › ignores parameters with unknown names or invalid values, and never puts a name into SQL',
          'tests/routes/never.test.ts › ASVS 1.2.4: %j finds, shows and breaks nothing, in any parameter of a list',
        ],
        mutation: {
          file: 'backend/lists/list-conditions.ts',
          before: 'fold(filter.equals)}`',
          after: 'sql.raw("\'" + fold(filter.equals) + "\'")}`',
        },
      },
    ),
    '1.2.5': met(
      'No input reaches a command of the operating system.',
      'The panel starts no programs.',
      { tests: [`${DANGEROUS} › the panel starts no programs`] },
    ),
    '1.2.6': notApplicable('LDAP queries cannot be injected into.', 'There is no LDAP.'),
    '1.2.7': notApplicable('XPath queries cannot be injected into.', 'There is no XPath.'),
    '1.2.8': notApplicable('LaTeX cannot be injected into.', 'There is no LaTeX.'),
    '1.2.9': met(
      'Input in a regular expression is escaped.',
      'No regular expression is made of input.',
      { tests: [`${DANGEROUS} › the panel makes regular expressions of its own constants only`] },
    ),
    '1.3.1': met(
      'HTML of users is sanitized by a well-known library.',
      'sanitize-html keeps only what the editor can make, before saving and before showing.',
      {
        tests: ['tests/unit/rich-text/sanitize.test.ts › %s becomes %s'],
        mutation: {
          file: 'shared/rich-text/sanitize.ts',
          before: '  allowedTags,\n  allowedAttributes: {',
          after: '  allowedTags: false,\n  allowedAttributes: {',
        },
      },
    ),
    '1.3.2': met(
      'No input is run as code.',
      'The code has neither eval nor functions made of text.',
      { tests: [`${DANGEROUS} › the panel runs no text as code`] },
    ),
    '1.3.3': met(
      'Values are made safe before they get to a dangerous place.',
      'Cells of exports that a spreadsheet would run get an apostrophe.',
      {
        tests: [
          'tests/unit/values.test.ts › that a spreadsheet would run is made text: %s',
          'tests/unit/values.test.ts › that other spreadsheets would split is made text in each part: %j',
        ],
        mutation: {
          file: 'shared/list/neutralize.ts',
          before: 'const start = WHOLE.test(text) && !isNumber(text) ?',
          after: 'const start = WHOLE.test(text) && isNumber(text) ?',
        },
      },
    ),
    '1.3.4': met(
      'SVG of users cannot run script.',
      'SVG is not accepted as an image, and is served as a download.',
      { tests: ['tests/unit/uploads/check-file.test.ts › cannot be %s, whatever its name is'] },
    ),
    '1.3.5': met(
      'Style sheets, Markdown and the like of users are sanitized or disabled.',
      'Only HTML is accepted; of its styles only colours, sizes, fonts and alignments stay.',
      { tests: ['tests/unit/rich-text/sanitize.test.ts › %s becomes %s'] },
    ),
    '1.3.6': met(
      'Users cannot make the server send requests to places of their choice.',
      'All addresses come from settings; ids in paths are checked.',
      {
        tests: [
          'tests/unit/cloud/documents.test.ts › is refused for id %j',
          'tests/contract/record-ids.test.ts › belongs to no record: %s',
        ],
      },
    ),
    '1.3.7': notApplicable(
      'Templates are not made of input.',
      'Pages are components of React; there is no template language.',
    ),
    '1.3.8': notApplicable('JNDI queries are safe.', 'There is no Java.'),
    '1.3.9': notApplicable('Content for memcache is sanitized.', 'There is no memcache.'),
    '1.3.10': notApplicable(
      'Format strings from outside are sanitized.',
      'No function of the panel takes a format string from outside.',
    ),
    '1.3.11': met(
      'Input cannot add headers or recipients to mails.',
      'nodemailer folds line breaks in subjects and addresses.',
      {
        tests: [
          'tests/integration/backend/mail.test.ts › ASVS 1.3.11: a line break in a subject or an address starts no header of its own',
        ],
      },
    ),
    '1.4.1': notApplicable(
      'Memory is used safely.',
      'The panel is written in JavaScript, which checks memory itself.',
    ),
    '1.4.2': met('Numbers cannot overflow.', 'Ids, pages and sizes are read within limits.', {
      tests: [
        'tests/integration/backend/records.test.ts › refuses an id that no record has, whatever its format',
        'tests/unit/number-filters.test.ts › of %s is written as the list reads it again',
      ],
    }),
    '1.4.3': met(
      'Memory and other resources are released.',
      'JavaScript frees memory; files, connections and readers end with their request.',
      {
        tests: [
          'tests/unit/backpressure.test.ts › an export ends when its client disconnects',
          'tests/operations/limits.test.ts › a connection beyond the limit is closed, and new connections are accepted once others have ended',
        ],
      },
    ),
    '1.5.1': notApplicable(
      'XML parsers load nothing from outside.',
      'The panel parses no XML; it only writes workbooks.',
    ),
    '1.5.2': met(
      'Data from outside is turned into values safely.',
      'Only JSON and forms are read, within limits of size and depth.',
      {
        tests: [
          'tests/unit/form-reader/read-multipart.test.ts › is refused beyond each limit, but may have thousands of header lines',
          'tests/unit/read-envelope.test.ts › is refused if it is too long or too deep, and its source is cancelled',
        ],
      },
    ),
  },
};
