export { states } from '@packboard/model/texts/es/states'
