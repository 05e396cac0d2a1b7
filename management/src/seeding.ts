/** What the demo needs to fill an empty store in one transaction; only the room `demo` may use it. */

export { beginSettings } from './datedSettings/enterSettings.ts'
export { deviceKey, hashOfCredential } from './deviceCredentials/deviceIndex.ts'
export { columnsOfRecipe } from './recipes/recipesOfClient.ts'
export { type Db, type Inside, inside } from './store.ts'
