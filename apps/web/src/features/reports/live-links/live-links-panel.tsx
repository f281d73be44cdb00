import { ActionIcon, Button, CopyButton, Drawer, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReportLink, ReportLinkInput } from '#contract/report-links.ts'
import type { SavedReport } from '#contract/saved-reports.ts'
import { Notice, QueryContent } from '#web/app/notice.tsx'
import { LockedButton } from '#web/app/plan-lock.tsx'
import { RelativeTime } from '#web/app/relative-time.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useChange } from '#web/app/use-change.ts'
import classes from '../schedules/schedules.module.css'
import { LiveLinkForm } from './live-link-form.tsx'

const useLiveLinks = (id: string) => {
  const { api, queries, queryClient } = useRuntime()
  const options = queries.reportLinks.list.queryOptions({ input: { id } })
  const refresh = () => queryClient.invalidateQueries({ queryKey: options.queryKey })
  const list = useQuery(options)
  const create = useMutation({
    mutationFn: (body: ReportLinkInput) => api.reportLinks.create({ params: { id }, body }),
    onSuccess: refresh,
  })
  const revoke = useChange((linkId: string) => api.reportLinks.revoke({ id, linkId }), {
    refresh,
    done: 'Live link revoked',
    failed: 'The live link couldn’t be revoked.',
  })
  return { list, create, revoke }
}

interface LiveLinksPanelProps {
  readonly report: Pick<SavedReport, 'id' | 'name'>
  readonly onClose: () => void
}

/** Live links of a report. Only for roles that may share: its requests end the session of others. */
export const LiveLinksPanel = ({ report: { id, name }, onClose }: LiveLinksPanelProps) => {
  const [isAdding, setAdding] = useState(false)
  const { list, create, revoke } = useLiveLinks(id)
  return (
    <Drawer opened onClose={onClose} position="right" size="26rem" title={`Live links to ${name}`}>
      <Stack>
        <Text size="sm" c="dimmed">
          A spreadsheet with a live link always shows this report’s current rows. Anyone with the link can read them
          without signing in.
        </Text>
        {create.data && <NewLink url={create.data.url} />}
        <QueryContent query={list} height={80}>
          {(links) =>
            links.length > 0 && (
              <ul className="plain-list" aria-label="Live links">
                {links.map((link) => (
                  <LinkEntry
                    key={link.id}
                    link={link}
                    isBusy={revoke.isPending && revoke.variables === link.id}
                    onRevoke={() => {
                      create.reset()
                      revoke.mutate(link.id)
                    }}
                  />
                ))}
              </ul>
            )
          }
        </QueryContent>
        {isAdding ? (
          <LiveLinkForm
            isBusy={create.isPending}
            error={create.error}
            onCreate={(input) => create.mutate(input, { onSuccess: () => setAdding(false) })}
            onCancel={() => setAdding(false)}
          />
        ) : (
          <LockedButton
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => {
              create.reset()
              setAdding(true)
            }}
          >
            Create live link
          </LockedButton>
        )}
      </Stack>
    </Drawer>
  )
}

/** The address of a new link, in the two forms in which it is pasted. */
const NewLink = ({ url }: { readonly url: string }) => (
  <Notice tone="good" role="status" title="Live link created">
    Copy it now. For your security, it isn’t shown again. Paste the formula in a cell of Google Sheets, or the link in
    Excel under Data › From Web.
    <TextInput aria-label="Link" readOnly my={8} value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
    <Group gap={8}>
      <CopyButton value={`=IMPORTDATA("${url}")`}>
        {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy formula'}</Button>}
      </CopyButton>
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy link'}
          </Button>
        )}
      </CopyButton>
    </Group>
  </Notice>
)

interface LinkEntryProps {
  readonly link: ReportLink
  readonly isBusy: boolean
  readonly onRevoke: () => void
}

const LinkEntry = ({ link: { name, includesPersonalData, lastUsedDateUtc }, isBusy, onRevoke }: LinkEntryProps) => (
  <li className={classes.entry}>
    <div className={classes.words}>
      <strong>{name}</strong>
      <span className="hint">
        {lastUsedDateUtc === null ? (
          'Not used yet'
        ) : (
          <>
            Last used <RelativeTime instant={lastUsedDateUtc} />
          </>
        )}
        {includesPersonalData && '\u00a0· includes personal data'}
      </span>
    </div>
    <ActionIcon size={32} aria-label={`Revoke ${name}`} title={`Revoke ${name}`} loading={isBusy} onClick={onRevoke}>
      <IconTrash size={16} />
    </ActionIcon>
  </li>
)
