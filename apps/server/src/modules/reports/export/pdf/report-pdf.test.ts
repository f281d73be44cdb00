import { expect, test } from 'vitest'
import { notesReport } from '../notes-report.fixture.ts'
import { readPdf } from '../read-pdf.fixture.ts'
import { reportPdf } from './report-pdf.ts'

/** The text of the page from left to right; a glyph that a font lacks is a null character. */
const printed = async (title: string, rows: string[][]): Promise<string> =>
  readPdf(await reportPdf({ ...notesReport(rows), title }))
    .flat()
    .join('')

test.each([
  ['Georgian', 'ქინძმარაული 2021', 'ქინძმარაული 2021'],
  ['Armenian', 'Արենի Noir', 'Արենի Noir'],
  ['Japanese', '甲州 山梨, ソムリエ', '甲州 山梨, ソムリエ'],
  ['Korean', '한국 와인', '한국 와인'],
  ['simplified Chinese', '张伟 葡萄酒', '张伟 葡萄酒'],
  ['Thai', 'ไวน์แดง', 'ไวน์แดง'],
  ['emoji', '🍷 Rosé', '🍷 Rosé'],
  ['Hebrew from right to left', 'יין אדום (Galil) 750', '750 (Galil) םודא ןיי'],
  ['Hebrew within Latin', 'Galil יין, 750', 'Galil 750 ,ןיי'],
  ['Arabic digits from left to right', 'عمر ١٢٣', '١٢٣ رمع'],
])('draws %s, in the title too', async (_script, text, visual) => {
  const page = await printed(text, [[text], ['Jane Doe']])
  expect(page.split(visual).length - 1).toBe(3)
  expect(page).toContain('Jane Doe')
  expect(page).not.toMatch(/\0|□|A box stands/)
})

test('breaks a long name of another script into lines', async () => {
  const page = await printed('Notes', [[Array(12).fill('ქინძმარაული').join(' ')]])
  expect(page.match(/ქინძმარაული/g)).toHaveLength(12)
})

test('never breaks a word of a table', async () => {
  const email = 'bartholomew.winterbottom-castellane@larkmoor.example'
  const report = notesReport([[email, ...Array(6).fill('Tasting room')]])
  const columns = report.answer.columns.flatMap((column) => Array<typeof column>(7).fill(column))
  const lines = readPdf(await reportPdf({ ...report, answer: { ...report.answer, columns } })).flat()
  expect(lines).toContain(email)
})

test('says what a box stands for when no font has a character', async () => {
  const page = await printed('Notes', [['தமிழ் x']])
  expect(page).toContain('□□□ x')
  expect(page).toContain('Boxes are characters this PDF can’t show')
})
