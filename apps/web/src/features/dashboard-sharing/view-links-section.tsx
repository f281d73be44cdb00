import { ActionIcon, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ViewLink, ViewLinkInput } from '#contract/view-links.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { Notice, QueryContent } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useChange } from '#web/app/use-change.ts'
import classes from './sharing.module.css'
import { ViewLinkForm } from './view-link-form.tsx'

/** Creates and revokes view links of an own dashboard. */
const useViewLinkChanges = (slug: string, onCreated: () => void) => {
  const { api, queries, queryClient } = useRuntime()
  const refresh = () =>
    Promise.all(
      [queries.viewLinks.list.queryKey({ input: { slug } }), queries.dashboardSharing.visible.key()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  const create = useMutation({
    mutationFn: (body: ViewLinkInput) => api.viewLinks.create({ params: { slug }, body }),
    onSuccess: () => {
      onCreated()
      return refresh()
    },
  })
  const revoke = useChange((linkId: string) => api.viewLinks.revoke({ slug, linkId }), {
    refresh,
    done: 'View link revoked',
    failed: 'The view link couldn’t be revoked.',
  })
  return { create, revoke }
}

/** The address of a new link, which is shown once. */
const CreatedLink = ({ url }: { url: string }) => (
  <Notice tone="good" role="status" title="View link created">
    Copy the link now. For your security, it isn’t shown again.
    <Group mt={8} gap={8} wrap="nowrap">
      <TextInput
        aria-label="View link"
        readOnly
        flex={1}
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton value={url}>
        {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy link'}</Button>}
      </CopyButton>
    </Group>
  </Notice>
)

const SKELETON_HEIGHT = 80

/** Links that show a dashboard without signing in. */
export const ViewLinksSection = ({ slug }: { slug: string }) => {
  const { queries } = useRuntime()
  const [isAdding, setAdding] = useState(false)
  const query = useQuery(queries.viewLinks.list.queryOptions({ input: { slug } }))
  const { create, revoke } = useViewLinkChanges(slug, () => setAdding(false))
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Anyone with the link can view this dashboard without signing in, for example on a screen on the wall. Tiles that
        name customers or team members are left out. Titles and text you’ve written are shown as they are.
      </Text>
      {create.data ? <CreatedLink url={create.data.url} /> : null}
      <QueryContent query={query} height={SKELETON_HEIGHT}>
        {(links) =>
          links.length > 0 && (
            <ul className="bare-list" aria-label="View links">
              {links.map((link) => (
                <LinkEntry
                  key={link.id}
                  link={link}
                  isBusy={revoke.isPending && revoke.variables === link.id}
                  onRevoke={() => revoke.mutate(link.id, { onSuccess: create.reset })}
                />
              ))}
            </ul>
          )
        }
      </QueryContent>
      {isAdding ? (
        <ViewLinkForm
          isBusy={create.isPending}
          error={create.error}
          onCreate={(input) => create.mutate(input)}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => {
            create.reset()
            setAdding(true)
          }}
        >
          Create view link
        </Button>
      )}
    </Stack>
  )
}

interface LinkEntryProps {
  readonly link: ViewLink
  readonly isBusy: boolean
  readonly onRevoke: () => void
}

const LinkEntry = ({ link, isBusy, onRevoke }: LinkEntryProps) => {
  const formats = useFormats()
  const { name, expiresDateUtc, lastViewedDateUtc } = link
  const isExpired = Date.parse(expiresDateUtc) <= Date.now()
  const viewed = lastViewedDateUtc === null ? 'Not viewed yet' : `Last viewed ${formats.instant(lastViewedDateUtc)}`
  return (
    <li className={classes.person}>
      <span className={classes.who}>
        <strong>{name}</strong>
        <span className="hint">
          {isExpired ? 'Expired' : 'Expires'} {formats.instant(expiresDateUtc)} · {viewed}
        </span>
      </span>
      <ActionIcon size={36} aria-label={`Revoke ${name}`} title={`Revoke ${name}`} loading={isBusy} onClick={onRevoke}>
        <IconTrash size={16} />
      </ActionIcon>
    </li>
  )
}
