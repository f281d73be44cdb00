import { useMatches } from '@tanstack/react-router'
import type { PageAccess } from '#domain/navigation.ts'

export interface CurrentPage {
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
