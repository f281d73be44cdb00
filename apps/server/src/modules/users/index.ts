export { type AbsentCaller, findAbsentCaller } from './absent-caller.repo.ts'
export {
  countUsers,
  createUser,
  findUser,
  findUserByEmail,
  fullName,
  isEmailReserved,
  lockUser,
  normalizeEmail,
  presentUser,
  type UserRow,
  updateEmail,
  updateProvedUser,
  updateUser,
  userCreated,
  userEmailChanged,
  userRemoved,
} from './users.repo.ts'
