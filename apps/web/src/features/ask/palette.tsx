import { Input } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconMessageQuestion } from '@tabler/icons-react'
import { useState } from 'react'
import type { ChipQuestion } from '#contract/ask.ts'
import { isPermitted } from '#domain/role.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { OpenAnswer, PinAnswer } from './answer-panel.tsx'
import classes from './ask.module.css'
import { hasSubject, NO_CHIPS } from './chip-question.ts'
import { EntryGroups } from './entry-groups.tsx'
import { MarkedAction, PaletteAction, useMarking } from './palette-action.tsx'
import { matching, type PaletteGroup, usePaletteGroups } from './palette-entries.ts'
import { QuestionOutcome } from './question-outcome.tsx'
import { isQuestion, rankEntries } from './rank-entries.ts'
import { PALETTE_FIELD, typedAhead } from './typed-ahead.ts'
import { useCompletions } from './use-completions.ts'
import { useFoundRecords } from './use-found-records.ts'
import { useQuestion } from './use-question.ts'

const [store, palette] = createSpotlight()

export const openPalette = (): void => palette.open()

const NAME = 'Search or ask'
const LIST_ID = 'palette-actions'
/** Questions that are offered for what is typed. */
const MOST_SUGGESTED = 3

/** Pages, dashboards, reports and commands by name, and questions with their answers. */
export const Palette = ({ onHelp }: { onHelp: () => void }) => {
  const [query, setQuery] = useState('')
  const roles = useCurrentUser()?.roles ?? []
  const mayAsk = isPermitted(roles, 'reports')
  const question = useQuestion()
  const text = query.trim()
  const records = useFoundRecords(text, mayAsk)
  const { marked, handleKeyDown } = useMarking(LIST_ID, text, records.isSearching)
  const handleQuery = (next: string): void => {
    setQuery(next)
    if (!question.isIdle) question.hide()
  }
  const askNow = (words: string): void => {
    setQuery(words)
    question.ask(words)
  }
  const { understood } = question
  const isListed = question.isIdle || understood !== null
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={handleQuery}
      scrollable
      maxHeight="min(42rem, calc(100dvh - 10rem))"
      centered={false}
      size="lg"
      radius="md"
      onSpotlightClose={() => question.reset()}
      classNames={{ body: classes.body }}
      attributes={{ content: { 'aria-label': NAME } }}
    >
      <Input
        id={PALETTE_FIELD}
        size="lg"
        classNames={{ input: classes.search }}
        value={query}
        onChange={(event) => handleQuery(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
        onFocus={() => handleQuery(typedAhead.take() + query)}
        placeholder={mayAsk ? 'Search names and numbers, or ask a question' : 'Search'}
        aria-label={NAME}
        role="combobox"
        aria-expanded={isListed}
        aria-controls={isListed ? LIST_ID : undefined}
        aria-autocomplete="list"
        aria-activedescendant={marked}
        leftSection={<IconMessageQuestion size={18} stroke={1.5} aria-hidden />}
        maxLength={500}
      />
      <div className={classes.said} aria-live="polite" aria-busy={question.isPending}>
        <QuestionOutcome question={question} onText={setQuery} />
      </div>
      {isListed ? (
        <MarkedAction value={marked}>
          <Spotlight.ActionsList id={LIST_ID} role="listbox" aria-label="Results" className={classes.found}>
            {understood ? <OpenAnswer understood={understood} /> : null}
            {understood ? <PinAnswer understood={understood} /> : null}
            {question.isIdle ? (
              <Results
                {...{ text, mayAsk, onHelp }}
                records={records.groups}
                onAsk={askNow}
                onCompose={question.compose}
              />
            ) : null}
          </Spotlight.ActionsList>
        </MarkedAction>
      ) : null}
    </Spotlight.Root>
  )
}

interface ResultsProps {
  /** as typed */
  readonly text: string
  readonly records: readonly PaletteGroup[]
  readonly mayAsk: boolean
  readonly onAsk: (question: string) => void
  readonly onCompose: (question: ChipQuestion) => void
  readonly onHelp: () => void
}

/** What matches the text by name, and asking it or what it begins: first if it is a question or nothing matches. */
const Results = ({ text, records, mayAsk, onAsk, onCompose, onHelp }: ResultsProps) => {
  const { completions } = useCompletions({ question: NO_CHIPS, text }, mayAsk && text !== '')
  const groups = rankEntries([...matching(usePaletteGroups(onHelp), text), ...records], text)
  const found = <EntryGroups groups={groups} />
  if (!mayAsk || text === '') return found
  const askEntry = (
    <>
      <PaletteAction
        label={`Ask “${text}”`}
        description="Answered from your data"
        icon={IconMessageQuestion}
        staysOpen
        onChoose={() => onAsk(text)}
      />
      {completions
        .filter(hasSubject)
        .slice(0, MOST_SUGGESTED)
        .map(({ label, chips }) => (
          <PaletteAction
            key={label}
            label={label}
            icon={IconMessageQuestion}
            staysOpen
            onChoose={() => onCompose({ reportType: null, chips })}
          />
        ))}
    </>
  )
  return isQuestion(text) ? (
    <>
      {askEntry}
      {found}
    </>
  ) : (
    <>
      {found}
      {askEntry}
    </>
  )
}
