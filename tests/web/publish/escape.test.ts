import { expect, test } from 'vitest';
import { escapeHtml } from '../../../web/publish/escape.ts';

test.each([
  ['a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
  ['say "no"', 'say &quot;no&quot;'],
  ['&lt;', '&amp;lt;'],
  ['−·é', '−·é'],
  ['', ''],
])('%j is %j', (text, escaped) => {
  expect(escapeHtml(text)).toBe(escaped);
});
