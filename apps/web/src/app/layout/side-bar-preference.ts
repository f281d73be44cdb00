import { useState } from 'react'
import { STORED_KEYS } from '../../api/session/stored-session.ts'

const isCollapsed = (): boolean => sessionStorage.getItem(STORED_KEYS.sideBarCollapsed) === 'true'

/** Whether the sidebar is folded away; kept for this tab until sign-out, open at first. */
export const useSideBarCollapsed = (): [collapsed: boolean, set: (collapsed: boolean) => void] => {
  const [collapsed, setCollapsed] = useState(isCollapsed)
  const set = (next: boolean) => {
    sessionStorage.setItem(STORED_KEYS.sideBarCollapsed, String(next))
    setCollapsed(next)
  }
  return [collapsed, set]
}
