export { startTestClickHouse } from './startTestClickHouse.ts'
export { startTestDatabases } from './startTestDatabases.ts'
