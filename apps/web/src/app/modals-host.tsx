import { ModalsProvider } from '@mantine/modals'
import { useEffect } from 'react'

export { modals } from '@mantine/modals'

/** Renders dialogs that are opened by a call. */
export const ModalsHost = ({ onMounted }: { onMounted: () => void }) => {
  useEffect(onMounted, [onMounted])
  return <ModalsProvider>{null}</ModalsProvider>
}
