interface ImportMetaEnv {
  readonly VITE_API_BASE?: string
}

declare module 'virtual:contract-routes' {
  import type { AnyContractProcedure } from '@orpc/contract'
  export const routes: Readonly<Record<string, Readonly<Record<string, AnyContractProcedure>>>>
}

declare module 'virtual:insight-kinds' {
  /** every kind of insight, in the order of the registry */
  export const INSIGHT_KINDS: readonly {
    readonly kind: string
    readonly title: string
    readonly description: string
    readonly peopleTitle?: string
  }[]
}

declare module 'virtual:insight-icons' {
  /** by kind */
  export const INSIGHT_ICONS: Readonly<Record<string, typeof import('@tabler/icons-react').IconActivity>>
}
