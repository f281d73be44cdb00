import type { AnyContractProcedure } from '@orpc/contract'
import { traverseContractProcedures } from '@orpc/server'
import { contract } from '#contract/contract.ts'
import { type Endpoint, readEndpoint } from '#server/http/endpoint-facts.ts'

export interface ContractCall extends Endpoint {
  /** such as `dashboards.create` */
  readonly name: string
  readonly endpoint: AnyContractProcedure
}

/** Every call of the contract, for tests that must hold for all of them. */
export const contractCalls = (): readonly ContractCall[] => {
  const calls: ContractCall[] = []
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: endpoint, path }) => {
    calls.push({ name: path.join('.'), endpoint, ...readEndpoint(endpoint) })
  })
  return calls
}
