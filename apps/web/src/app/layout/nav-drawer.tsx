import { Drawer } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { Sidebar } from './sidebar.tsx'

/** The navigation of small screens, which slides over the page. */
export const NavDrawer = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const isMounted = useMounted()
  return (
    <Drawer.Root opened={opened && isMounted} onClose={onClose} size="18rem" padding={0}>
      <Drawer.Overlay hiddenFrom="md" />
      <Drawer.Content hiddenFrom="md" aria-label="Menu">
        <Drawer.Body h="100%">
          <Sidebar onClose={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
