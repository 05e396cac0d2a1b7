export declare const userId: number
