import '@mantine/spotlight/styles.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconArrowRight, IconKeyboard, IconMessageQuestion, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Understood } from '#contract/ask.ts'
import { DEFAULT_ACCOUNT_TYPE } from '#domain/account-type.ts'
import { isPermitted } from '#domain/permission.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useAccount } from '#web/app/account-data.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { AnswerPanel } from './answer-panel.tsx'
import classes from './ask.module.css'
import { NotUnderstood } from './not-understood.tsx'
import { matching, type PaletteGroup, pageGroups } from './palette-entries.ts'
import { builderAddress } from './question-address.ts'
import { useQuestion } from './use-question.ts'

const [store, palette] = createSpotlight()

export const openPalette = (): void => palette.open()

const ICON = { size: 18, stroke: 1.5, 'aria-hidden': true } as const

/** Everything that can be gone to, by what the user has. */
const useGroups = (): PaletteGroup[] => {
  const { queries } = useRuntime()
  const roles = useCurrentUser()?.roles ?? []
  const accountType = useAccount()?.accountType ?? DEFAULT_ACCOUNT_TYPE
  const mayReport = isPermitted(roles, 'reports')
  const dashboards = useQuery(queries.dashboards.slugs.queryOptions()).data ?? []
  const saved = useQuery(queries.savedReports.my.queryOptions({ enabled: mayReport })).data ?? []
  const dashboardEntries = dashboards.map(({ slug, name }) => ({
    href: `/dashboard/${encodeURIComponent(slug)}`,
    label: name,
    under: 'Dashboard',
  }))
  const savedEntries = saved.map(({ id, name }) => ({
    href: `/reports/my/${encodeURIComponent(id)}`,
    label: name,
    under: 'My Reports',
  }))
  return [
    { title: 'Dashboards', entries: dashboardEntries },
    ...pageGroups({ roles, accountType }),
    ...(savedEntries.length === 0 ? [] : [{ title: 'My reports', entries: savedEntries }]),
  ]
}

/** Pages, dashboards, reports and actions by name, and questions in words with their answers. */
export const Palette = ({ onHelp }: { onHelp: () => void }) => {
  const [query, setQuery] = useState('')
  const roles = useCurrentUser()?.roles ?? []
  const mayAsk = isPermitted(roles, 'reports')
  const navigate = useNavigate()
  const question = useQuestion()
  const groups = matching(useGroups(), query)
  const text = query.trim()
  const handleQuery = (next: string): void => {
    setQuery(next)
    if (question.status !== 'idle') question.reset()
  }
  const askNow = (words: string): void => {
    setQuery(words)
    question.mutate({ question: words })
  }
  const { data } = question
  const isAnswered = !question.isIdle
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={handleQuery}
      scrollable
      maxHeight="70vh"
      size="lg"
      radius="md"
      onSpotlightClose={() => question.reset()}
      aria-label="Search or ask"
    >
      <Spotlight.Search
        placeholder={mayAsk ? 'Search, or ask: sales by channel last month' : 'Search'}
        aria-label="Search or ask"
        leftSection={<IconMessageQuestion {...ICON} />}
        maxLength={500}
      />
      <div aria-live="polite" aria-busy={question.isPending}>
        {question.isPending ? <p className={classes.waiting}>Looking it up…</p> : null}
        {question.error ? (
          <p role="alert" className={classes.failure}>
            {firstMessage(question.error, 'The question could not be asked. Check your connection.')}
          </p>
        ) : null}
        {data && 'notUnderstood' in data ? (
          <NotUnderstood refusal={data} onReplace={(word, near) => askNow(query.replace(word, near))} />
        ) : null}
        {data && 'definition' in data ? <AnswerPanel understood={data} /> : null}
      </div>
      <Spotlight.ActionsList>
        {data && 'definition' in data ? <OpenAnswer understood={data} /> : null}
        {mayAsk && text !== '' && !isAnswered ? (
          <Spotlight.Action
            label={`Ask “${text}”`}
            description="Answered from your own numbers"
            leftSection={<IconMessageQuestion {...ICON} />}
            closeSpotlightOnTrigger={false}
            onClick={() => askNow(text)}
          />
        ) : null}
        {isAnswered
          ? null
          : groups.map(({ title, entries }) => (
              <Spotlight.ActionsGroup key={title} label={title}>
                {entries.map(({ href, label, under }) => (
                  <Spotlight.Action
                    key={`${title}.${href}`}
                    label={label}
                    {...(under === null ? {} : { description: under })}
                    leftSection={<IconArrowRight {...ICON} />}
                    onClick={() => void navigate({ href })}
                  />
                ))}
              </Spotlight.ActionsGroup>
            ))}
        {isAnswered || !matchesHelp(text) ? null : (
          <Spotlight.ActionsGroup label="Actions">
            {mayAsk ? (
              <Spotlight.Action
                label="New report"
                leftSection={<IconPencil {...ICON} />}
                onClick={() => void navigate({ to: '/reports/my/new' })}
              />
            ) : null}
            <Spotlight.Action label="Keyboard shortcuts" leftSection={<IconKeyboard {...ICON} />} onClick={onHelp} />
          </Spotlight.ActionsGroup>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

const ACTIONS = ['new report', 'keyboard shortcuts']

const matchesHelp = (text: string): boolean =>
  ACTIONS.some((action) => action.split(' ').some((word) => word.startsWith(text.toLowerCase())))

/** Leads to the builder, where the definition can be seen whole, changed and saved. */
const OpenAnswer = ({ understood }: { understood: Understood }) => {
  const navigate = useNavigate()
  const { definition, from, compare } = understood
  const isPartly = from !== undefined || compare !== undefined
  return (
    <Spotlight.Action
      label="Open as report"
      description={
        isPartly
          ? 'See, change and save its definition. Dates or comparison are chosen there anew.'
          : 'See, change and save its definition'
      }
      leftSection={<IconPencil {...ICON} />}
      onClick={() => void navigate(builderAddress(definition))}
    />
  )
}
