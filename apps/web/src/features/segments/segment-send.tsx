import { Anchor, Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Segment, SegmentSend as Send, SendCounts } from '#contract/segments.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useIsPermitted } from '#web/app/current-user.ts'
import { Facts } from '#web/app/facts.tsx'
import { LoadFailure, Notice } from '#web/app/notice.tsx'
import { LockedButton } from '#web/app/plan-lock.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useChange } from '#web/app/use-change.ts'
import { Section } from '../insights/detail/exact-number.tsx'
import subject from '../subjects/subject.module.css'

const COUNTS: readonly (readonly [keyof SendCounts, string])[] = [
  ['toTag', 'To be tagged'],
  ['toUntag', 'Tag to be removed'],
  ['tagged', 'Tagged already'],
  ['noConsent', 'No consent'],
  ['unsubscribed', 'Unsubscribed or bounced'],
  ['unknown', 'Not in the audience'],
]

const OPEN_MS = 1_500
const isOpen = ({ status }: Pick<Send, 'status'>): boolean => status === 'checking' || status === 'sending'

/** Tags the segment's subscribed customers in an audience of Mailchimp, for administrators. */
export const SegmentSend = ({ segment }: { readonly segment: Segment }) => {
  const { queries } = useRuntime()
  const isPermitted = useIsPermitted('administration')
  const services = useQuery(queries.services.list.queryOptions({ enabled: isPermitted }))
  if (!isPermitted || !services.data) return null
  if (services.data.some(({ type }) => type === 'mailchimp')) return <Sends segment={segment} />
  return (
    <p className={subject.note}>
      <Anchor component={Link} to="/admin/services" fz="inherit">
        Connect Mailchimp
      </Anchor>{' '}
      to tag these customers in an audience.
    </p>
  )
}

const Sends = ({ segment: { id, name } }: { readonly segment: Segment }) => {
  const { api, queries, queryClient } = useRuntime()
  const [chosen, setChosen] = useState(0)
  const audiences = useQuery(queries.segments.audiences.queryOptions())
  const sends = useQuery(
    queries.segments.sends.queryOptions({
      input: { id },
      refetchInterval: ({ state }) => (state.data?.some(isOpen) ? OPEN_MS : false),
    }),
  )
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.segments.sends.key() })
  const audience = audiences.data?.[chosen]
  const check = useChange(
    async () => {
      if (audience) await api.segments.check({ params: { id }, body: audience })
    },
    { refresh },
  )
  const [last] = sends.data ?? []
  return (
    <Section title="Send to Mailchimp">
      <Stack gap={12}>
        <p className={subject.note}>
          Gives subscribed customers of this segment the tag “{name}”, and takes it from those who left. Nobody is added
          or subscribed.
        </p>
        {audiences.error === null ? null : (
          <LoadFailure error={audiences.error} onRetry={() => void audiences.refetch()} />
        )}
        <Group gap={8} align="flex-end">
          <NativeSelect
            label="Audience"
            disabled={!audiences.data}
            value={String(chosen)}
            data={(audiences.data ?? []).map((one, index) => ({
              value: String(index),
              label: `${one.name} · ${one.serviceName}`,
            }))}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          />
          <LockedButton
            variant="default"
            disabled={audience === undefined || (last !== undefined && isOpen(last))}
            onClick={() => check.mutate()}
          >
            Dry run
          </LockedButton>
        </Group>
        {last === undefined ? null : <LastSend id={id} send={last} refresh={refresh} />}
      </Stack>
    </Section>
  )
}

interface LastSendProps {
  readonly id: string
  readonly send: Send
  readonly refresh: () => unknown
}

const TITLES: Readonly<Record<Send['status'], string>> = {
  checking: 'Counting…',
  checked: 'Dry run',
  sending: 'Sending…',
  done: 'Sent',
  stopped: 'Stopped',
  failed: 'Failed',
}

const LastSend = ({ id, send, refresh }: LastSendProps) => {
  const { api } = useRuntime()
  const formats = useFormats()
  const { counts, status, problem } = send
  const input = { id, sendId: send.id }
  const start = useChange(() => api.segments.send(input), { refresh })
  const stop = useChange(() => api.segments.stop(input), { refresh })
  const changes = counts === null ? 0 : counts.toTag + counts.toUntag
  return (
    <section aria-label="Last run">
      <Stack gap={12}>
        <p className={subject.note} role="status">
          {TITLES[status]} · {send.audience} · {formats.instant(send.createdDateUtc)}
          {status === 'checking' || status === 'checked' ? '' : ` · ${formats.value(send.done, 'integer')} changed`}
        </p>
        {counts === null ? null : (
          <Facts facts={COUNTS.map(([key, title]) => [title, formats.value(counts[key], 'integer')])} />
        )}
        {problem === null ? null : (
          <Notice tone={status === 'failed' ? 'bad' : 'warning'} title="Mailchimp refused a part of it">
            {problem}
          </Notice>
        )}
        {status === 'checked' ? (
          <LockedButton
            w="fit-content"
            disabled={changes === 0}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {changes === 0 ? 'Nothing to send' : 'Send to Mailchimp'}
          </LockedButton>
        ) : null}
        {status === 'sending' ? (
          <Button w="fit-content" variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
            Stop
          </Button>
        ) : null}
      </Stack>
    </section>
  )
}
