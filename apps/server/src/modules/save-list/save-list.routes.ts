import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { assignMember, getSaveList, logStep, setHoldout, takeBackStep } from './save-list.usecases.ts'

const { saveList } = signedIn

export const saveListRoutes: RoutesOf<'saveList'> = {
  get: saveList.get.handler(({ signal, context: { deps, caller } }) => getSaveList(deps, caller, signal)),
  assign: saveList.assign.handler(({ input, context: { deps, caller } }) => assignMember(deps, caller, input)),
  addStep: saveList.addStep.handler(({ input, context: { deps, caller } }) => logStep(deps, caller, input)),
  takeBack: saveList.takeBack.handler(({ input, context: { deps, caller } }) => takeBackStep(deps, caller, input.id)),
  setHoldout: saveList.setHoldout.handler(({ input, context: { deps, caller } }) => setHoldout(deps, caller, input)),
}
