import { Modal, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Dashboard } from '#contract/dashboards.ts'
import { QueryContent } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { PeopleForm } from './people-form.tsx'
import { ViewLinksSection } from './view-links-section.tsx'

interface ShareDialogProps {
  readonly dashboard: Pick<Dashboard, 'slug' | 'name'>
  readonly onClose: () => void
}

const SKELETON_HEIGHT = 200

/** Who can open a dashboard. Only for its owner, with the permission to share: its requests end the session of others. */
export const ShareDialog = ({ dashboard: { slug, name }, onClose }: ShareDialogProps) => {
  const { queries } = useRuntime()
  const query = useQuery(queries.dashboardSharing.get.queryOptions({ input: { slug }, gcTime: 0 }))
  return (
    <Modal opened onClose={onClose} title={`Share ${name}`} size="lg">
      <Tabs defaultValue="people" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="people">People</Tabs.Tab>
          <Tabs.Tab value="links">View links</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="people">
          <QueryContent query={query} height={SKELETON_HEIGHT}>
            {(sharing) => <PeopleForm {...{ slug, sharing, onClose }} />}
          </QueryContent>
        </Tabs.Panel>
        <Tabs.Panel value="links">
          <ViewLinksSection slug={slug} />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  )
}
