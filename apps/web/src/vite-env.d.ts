interface ImportMetaEnv {
  readonly VITE_API_BASE?: string
}

declare module 'virtual:contract-routes' {
  import type { AnyContractProcedure } from '@orpc/contract'
  export const routes: Readonly<Record<string, Readonly<Record<string, AnyContractProcedure>>>>
}
