import { expect, test } from 'vitest'
import { noticeMarkdown } from './notice-text.ts'

test('paragraphs stand apart, and the way to act stands last', () => {
  const text = {
    paragraphs: ['Till failed.', 'It is tried again.'],
    link: { label: 'Open Till', path: '/admin' },
  } as const
  expect(noticeMarkdown(text)).toBe('Till failed.\n\nIt is tried again.\n\n[Open Till](</admin>)')
})

test.each([
  ['[free wine](https://evil.example)', '\\[free wine\\](https://evil.example)'],
  ['![](https://evil.example/t.gif)', '\\!\\[\\](https://evil.example/t.gif)'],
  ['<img src=x onerror=alert(1)>', '\\<img src=x onerror=alert(1)\\>'],
  ['**loud** _quiet_ `code`', '\\*\\*loud\\*\\* \\_quiet\\_ \\`code\\`'],
  ['# Heading', '\\# Heading'],
  ['- item', '\\- item'],
  ['1. item', '1\\. item'],
  ['two\n\nparagraphs', 'two paragraphs'],
  ['A & B &amp; C', 'A \\& B \\&amp; C'],
  ['Chardonnay 12.5% (2024)', 'Chardonnay 12.5% (2024)'],
])('security 39: %j in a name is text, not Markdown', (name, expected) => {
  expect(noticeMarkdown({ paragraphs: [name] })).toBe(expected)
})
