import type { ChipQuestion } from '#contract/ask.ts'

export const NO_CHIPS: ChipQuestion = { reportType: null, chips: [] }

/** Whether it says what it is about: without that nothing can be answered yet. */
export const hasSubject = ({ chips }: Pick<ChipQuestion, 'chips'>): boolean =>
  chips.some(({ kind }) => kind === 'measure' || kind === 'list')
