import { limitDepth } from 'shared/rich-text/limit-depth';
import { sanitizeHtml } from 'shared/rich-text/sanitize';
import { describe, expect, it } from 'vitest';

describe('the depth of a text', () => {
  it('is limited to 200 nested elements, and no word is lost', () => {
    const deep = `${'<ul><li>'.repeat(300)}end${'</li></ul>'.repeat(300)}<p>after</p>`;
    const limited = limitDepth(deep);
    expect(limited.match(/<ul>/g)).toHaveLength(100);
    expect(limited.match(/<\/ul>/g)).toHaveLength(100);
    expect(sanitizeHtml(deep)).toContain('end');
    expect(sanitizeHtml(deep)).toMatch(/<p>after<\/p>$/);
  });

  it.each([
    '<p>a</p>'.repeat(1_000),
    `<ul>${'<li>a'.repeat(1_000)}</ul>`,
    `<table><tbody>${'<tr><td>a</td></tr>'.repeat(500)}</tbody></table>`,
    'a < b and <3',
    '<p>one<br>two<br/>three</p>',
  ])('is not limited in %.20s…', (html) => {
    expect(limitDepth(html)).toBe(html);
  });

  it('takes less than a second of processor time for a tag of 496,000 letters that is not closed', () => {
    const before = process.cpuUsage();
    limitDepth(`<${'a'.repeat(496_000)}`);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });

  const units = ['<ul><li>', '<li><p>', '<td><p>', '<td><li>', '<p><li>', '<option><li>', '<th>'];
  it.each(units)(
    'is limited within a second of processor time in 496,000 characters of %s',
    (unit) => {
      const deep = unit.repeat(Math.floor(496_000 / unit.length));
      const before = process.cpuUsage();
      sanitizeHtml(deep);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000).toBeLessThan(1_000);
    },
  );

  it('removes 41,000 refused images after a long text within a second of processor time', () => {
    const text = 'a'.repeat(250_000);
    const before = process.cpuUsage();
    const clean = sanitizeHtml(`<p>${text}${'<img>b'.repeat(41_000)}</p>`);
    const { user, system } = process.cpuUsage(before);
    expect(clean).toBe(`<p>${text}${'b'.repeat(41_000)}</p>`);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});
