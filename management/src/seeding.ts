/** What the demo needs to fill an empty store in one transaction; only the room `demo` may use it. */
export { columnsOfRecipe } from './recipes/productRecipe.ts'
export { type Db, inside } from './store.ts'
