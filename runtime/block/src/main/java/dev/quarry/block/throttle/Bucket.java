package dev.quarry.block.throttle;

/**
 * A leaky bucket: what is done is poured in and leaks at the average rate; while it holds more than
 * the credit, nothing more may be done. A long burst has a second one, which leaks at the burst's
 * rate. Not for several threads.
 */
final class Bucket {
    private final Rate rate;
    private double level;
    private double burstLevel;

    Bucket(Rate rate) {
        this.rate = rate;
    }

    void leak(double seconds) {
        level = Math.max(0, level - rate.average() * seconds);
        burstLevel = Math.max(0, burstLevel - rate.burst() * seconds);
    }

    void pour(double units) {
        level += units;
        burstLevel += rate.hasBurstPace() ? units : 0;
    }

    /** Seconds until something may be done; 0 for now. */
    double secondsToWait() {
        if (rate.isUnlimited()) {
            return 0;
        }
        double average = (level - rate.credit()) / rate.average();
        double burst = rate.hasBurstPace() ? (burstLevel - rate.burstCredit()) / rate.burst() : 0;
        return Math.max(0, Math.max(average, burst));
    }
}
