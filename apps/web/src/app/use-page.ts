import { useMatches, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { PageAccess } from '#domain/navigation.ts'
import { pageTitle } from './urls.ts'

/** Animation frames to wait for a layout to render. */
const FRAMES_TO_WAIT = 60

/** Focuses the main element as soon as it exists; returns a cancel function. */
const focusMain = (framesLeft: number): (() => void) => {
  const main = document.getElementById('main')
  if (main) {
    // Keep the focus if the screen has already set it.
    if (!main.contains(document.activeElement)) main.focus({ preventScroll: true })
    return () => {}
  }
  if (framesLeft === 0) return () => {}
  let giveUp = () => {}
  const frame = requestAnimationFrame(() => {
    giveUp = focusMain(framesLeft - 1)
  })
  return () => {
    cancelAnimationFrame(frame)
    giveUp()
  }
}

/** Sets the window title, and moves the focus to the main element on navigation. */
export const usePageArrival = (): void => {
  const titles = useMatches({ select: (matches) => matches.map(({ staticData }) => staticData.page?.title) })
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const previousPath = useRef(path)

  useEffect(() => {
    document.title = pageTitle(titles, document.title)
  }, [titles])

  useEffect(() => {
    const before = previousPath.current
    previousPath.current = path
    // Leave the focus alone on the initial page load.
    if (before === undefined || before === path) return
    return focusMain(FRAMES_TO_WAIT)
  }, [path])
}

interface CurrentPage {
  readonly title: string
  readonly path: string
  /** null for an unknown page */
  readonly access: PageAccess | null
}

/** The page being shown, from its nearest matched route. */
export const usePage = (): CurrentPage => {
  const matches = useMatches()
  const access = matches.findLast(({ staticData }) => staticData.page)?.staticData.page ?? null
  return { title: access?.title ?? '', path: matches.at(-1)?.pathname ?? '/', access }
}
