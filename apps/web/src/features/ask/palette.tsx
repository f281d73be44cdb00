import '@mantine/spotlight/styles.css'
import { Input } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconArrowRight, IconKeyboard, IconMessageQuestion, IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isPermitted } from '#domain/role.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { OpenAnswer, PinAnswer } from './answer-panel.tsx'
import classes from './ask.module.css'
import { FoundRecords } from './found-records.tsx'
import { MarkedAction, PaletteAction, useMarking } from './palette-action.tsx'
import { matching, usePaletteGroups } from './palette-entries.ts'
import { QuestionOutcome, useQuestion } from './question-outcome.tsx'

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
  const { marked, handleKeyDown } = useMarking(LIST_ID, text !== '')
  const handleQuery = (next: string): void => {
    setQuery(next)
    if (question.status !== 'idle') question.reset()
  }
  const askNow = (words: string): void => {
    setQuery(words)
    question.mutate({ question: words })
  }
  const { data } = question
  const isListed = question.isIdle || (data !== undefined && 'definition' in data)
  const understood = data && 'definition' in data ? data : null
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
        <QuestionOutcome question={question} onAsk={askNow} />
      </div>
      {isListed ? (
        <MarkedAction value={marked}>
          <Spotlight.ActionsList id={LIST_ID} role="listbox" aria-label="Results" className={classes.found}>
            {understood ? <OpenAnswer understood={understood} /> : null}
            {understood ? <PinAnswer understood={understood} /> : null}
            {mayAsk && text !== '' && question.isIdle ? (
              <PaletteAction
                label={`Ask “${text}”`}
                description="Answered from your data"
                icon={IconMessageQuestion}
                staysOpen
                onChoose={() => askNow(text)}
              />
            ) : null}
            {mayAsk && question.isIdle ? <FoundRecords text={text} /> : null}
            {question.isIdle ? <Places text={text} mayReport={mayAsk} onHelp={onHelp} /> : null}
          </Spotlight.ActionsList>
        </MarkedAction>
      ) : null}
    </Spotlight.Root>
  )
}

interface PlacesProps {
  /** as typed */
  readonly text: string
  readonly mayReport: boolean
  readonly onHelp: () => void
}

/** Everything whose name matches the text. */
const Places = ({ text, mayReport, onHelp }: PlacesProps) => {
  const navigate = useNavigate()
  const groups = matching(usePaletteGroups(), text)
  return (
    <>
      {groups.map(({ title, entries }) => (
        <Spotlight.ActionsGroup key={title} label={title} role="group" aria-label={title}>
          {entries.map(({ href, label, under }) => (
            <PaletteAction
              key={`${title}.${href}`}
              label={label}
              description={under}
              icon={IconArrowRight}
              onChoose={() => void navigate({ href })}
            />
          ))}
        </Spotlight.ActionsGroup>
      ))}
      {matchesHelp(text) ? (
        <Spotlight.ActionsGroup label="Actions" role="group" aria-label="Actions">
          {mayReport ? (
            <PaletteAction
              label="New report"
              icon={IconPencil}
              onChoose={() => void navigate({ to: '/reports/my/new' })}
            />
          ) : null}
          <PaletteAction label="Keyboard shortcuts" icon={IconKeyboard} onChoose={onHelp} />
        </Spotlight.ActionsGroup>
      ) : null}
    </>
  )
}

const ACTIONS = ['new report', 'keyboard shortcuts']

const matchesHelp = (text: string): boolean =>
  ACTIONS.some((action) => action.split(' ').some((word) => word.startsWith(text.toLowerCase())))
