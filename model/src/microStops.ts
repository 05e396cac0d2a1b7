/**
 * A stop after which the machine runs again in less than this is a micro-stop (minor stop): nobody is expected to give its reason.
 * The field has no one number: between one and ten minutes, often five (OEE Institute, “Minor stops”). Two minutes is ours, because a
 * packing machine whose operator clears a jam runs again within one or two (decision letter 47).
 */
export const microStopSeconds = 120
