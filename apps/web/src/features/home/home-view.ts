import type { HomeAction, HomeLine, HomeNumber, HomeSetup, HomeSummary } from '#contract/home.ts'
import { HOME_ACTIONS } from '#domain/home.ts'
import { type Compared, computeChange } from '#ui/comparison.ts'
import { createStoredChoice, useStoredChoice } from '#ui/stored-choice.ts'

/** What has arrived of Home. */
export interface HomeView {
  readonly summary: HomeSummary | null
  readonly setup: HomeSetup | null
  /** those with something to do, most urgent first */
  readonly actions: readonly HomeAction[]
  /** the message of the first part that failed */
  readonly failure: string | null
  /** nothing more arrives */
  readonly isComplete: boolean
}

export const EMPTY_VIEW: HomeView = { summary: null, setup: null, actions: [], failure: null, isComplete: false }

/** Whether a value of the stream is one of its lines; their contents are not validated again. */
export const isHomeLine = (value: unknown): value is HomeLine =>
  typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string'

const actionRank = ({ id }: HomeAction): number => HOME_ACTIONS.indexOf(id)

export const withLine = (view: HomeView, line: HomeLine): HomeView => {
  switch (line.kind) {
    case 'summary':
      return { ...view, summary: line }
    case 'setup':
      return { ...view, setup: line }
    case 'action':
      if (line.count === 0) return view
      return { ...view, actions: [...view.actions, line].toSorted((a, b) => actionRank(a) - actionRank(b)) }
    case 'error':
      return { ...view, failure: view.failure ?? line.message }
  }
}

/** Whether a number shows its change in the same hours; otherwise, on a first day, it shows the whole day of last year. */
export const isComparedByHour = (number: Compared & Pick<HomeNumber, 'sameHours'>): boolean =>
  number.sameHours !== null && computeChange({ ...number, ...number.sameHours }).kind === 'changed'

const choice = createStoredChoice('home.isFolded')

/** Whether Home shows its sentence only. */
export const useIsFolded = (): boolean => useStoredChoice(choice) === 'true'

export const foldHome = (isFolded: boolean): void => choice.write(String(isFolded))
