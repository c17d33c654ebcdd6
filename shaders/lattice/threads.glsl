// THREADS threads of a work group share a texel on the compute path: what stands between FOR_THREAD(n) and END_FOR_THREAD is done by thread n mod THREADS, and
// sumOfThreads() gives the first thread the sum of what all have; it alone writes the result.
#if THREADS > 1
#define FOR_THREAD(n) if (int(gl_LocalInvocationID.z) == (n) % THREADS) {
#define END_FOR_THREAD }

shared REAL4 sharedPlanes[(THREADS - 1) * SUM_PLANES * GROUP_X * GROUP_Y];

void sumOfThreads(inout REAL4 planes[SUM_PLANES])
{
    int texel = int(gl_LocalInvocationID.x) + GROUP_X * int(gl_LocalInvocationID.y), thread = int(gl_LocalInvocationID.z);
    if (thread > 0) {
#for K below SUM_PLANES
        sharedPlanes[((thread - 1) * SUM_PLANES + K) * GROUP_X * GROUP_Y + texel] = planes[K];
#end
    }
    barrier();
    if (thread > 0) return;
    for (int other = 0; other < THREADS - 1; ++other) {
#for K below SUM_PLANES
        planes[K] += sharedPlanes[(other * SUM_PLANES + K) * GROUP_X * GROUP_Y + texel];
#end
    }
}
#else
#define FOR_THREAD(n)
#define END_FOR_THREAD
#endif
