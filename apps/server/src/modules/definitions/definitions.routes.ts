import { signedIn } from '#server/http/implement.ts'
import type { RoutesOf } from '#server/http/routes.ts'
import { definitionChoices } from './definition-choices.usecases.ts'

export const definitionsRoutes: Pick<RoutesOf<'account'>, 'definitions'> = {
  definitions: signedIn.account.definitions.handler(({ context }) => definitionChoices(context)),
}
