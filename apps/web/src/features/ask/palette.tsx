import { Input } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconMessageQuestion } from '@tabler/icons-react'
import { useState } from 'react'
import { isPermitted } from '#domain/role.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { OpenAnswer, PinAnswer } from './answer-panel.tsx'
import classes from './ask.module.css'
import { splitPages, splitRecords } from './exact-matches.ts'
import { RecordAction, RecordGroups, useFoundRecords } from './found-records.tsx'
import { MarkedAction, PaletteAction, useMarking } from './palette-action.tsx'
import { matching, usePaletteGroups } from './palette-entries.ts'
import { Commands, PageAction, PageGroups } from './palette-places.tsx'
import { QuestionOutcome } from './question-outcome.tsx'
import { useQuestion } from './use-question.ts'

const [store, palette] = createSpotlight()

export const openPalette = (): void => palette.open()

const NAME = 'Search or ask'
const LIST_ID = 'palette-actions'

/** Pages, dashboards, reports and commands by name, and questions with their answers. */
export const Palette = ({ onHelp }: { onHelp: () => void }) => {
  const [query, setQuery] = useState('')
  const roles = useCurrentUser()?.roles ?? []
  const mayAsk = isPermitted(roles, 'reports')
  const question = useQuestion()
  const text = query.trim()
  const { marked, handleKeyDown } = useMarking(LIST_ID, text)
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
        size="lg"
        classNames={{ input: classes.search }}
        value={query}
        onChange={(event) => handleQuery(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
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
            {question.isIdle ? <Results text={text} mayAsk={mayAsk} onAsk={askNow} onHelp={onHelp} /> : null}
          </Spotlight.ActionsList>
        </MarkedAction>
      ) : null}
    </Spotlight.Root>
  )
}

interface ResultsProps {
  /** as typed */
  readonly text: string
  readonly mayAsk: boolean
  readonly onAsk: (question: string) => void
  readonly onHelp: () => void
}

/** What the text can mean: something called exactly that first, then a question, then everything that matches. */
const Results = ({ text, mayAsk, onAsk, onHelp }: ResultsProps) => {
  const groups = usePaletteGroups()
  const records = splitRecords(useFoundRecords(text, mayAsk), text)
  const places = splitPages(groups, text)
  return (
    <>
      {places.exact.length + records.exact.length === 0 ? null : (
        <Spotlight.ActionsGroup label="Best match" role="group" aria-label="Best match">
          {places.exact.map((entry) => (
            <PageAction key={entry.href} {...entry} />
          ))}
          {records.exact.map((record) => (
            <RecordAction key={record.address} {...record} />
          ))}
        </Spotlight.ActionsGroup>
      )}
      {mayAsk && text !== '' ? (
        <PaletteAction
          label={`Ask “${text}”`}
          description="Answered from your data"
          icon={IconMessageQuestion}
          staysOpen
          onChoose={() => onAsk(text)}
        />
      ) : null}
      <RecordGroups groups={records.others} />
      <PageGroups groups={matching(places.others, text)} />
      <Commands text={text} mayReport={mayAsk} onHelp={onHelp} />
    </>
  )
}
